// The app's thread makes the next prompt from the engine's data: the prompt must be the same wherever the engine runs.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Recovery } from '../../src/api/recovery.ts';
import type { Runtime, WorkingMemory } from '../../src/api/memory.ts';
import type { EngineStatus } from '../../src/boundary/engine.ts';
import { createClient, type EngineHost } from '../../src/client/client.ts';
import type { Prepared } from '../../src/context/plan/prepared.ts';
import { overviewTemplate } from '../support/overview-template.ts';
import { inlineKernel } from '../../src/kernel/inline.ts';
import { openaiChat } from '../../src/entries/lenses.ts';
import { Listeners } from '../../src/client/listeners.ts';
import { resolveSettings, type Settings } from '../../src/options/options.ts';
import { engineInWorker } from '../support/browser/engine-in-worker.ts';
import { startWorker } from '../support/browser/hooked-memories.ts';
import { startOnThisThread } from '../../src/host/same-thread.ts';
import { type ChatMessage, words } from '../support/messages/chat.ts';
import { countingIds } from '../support/fakes/fakes.ts';

type Open = () => Promise<WorkingMemory>;

/** A client with counted ids, which give the nonces: they count on when the session is opened again. */
function opener(session: string, start: (settings: Settings) => Promise<Pick<EngineHost, 'engine' | 'close'>>): Open {
  const settings = resolveSettings({ session, context: { window: 4000 } });
  const ids = countingIds('nonce');
  const other = async (): Promise<never> => {
    throw new Error('This test opens one session.');
  };
  return async () => {
    const host = await start(settings);
    const runtime = (): Runtime => ({ place: 'same-thread', reach: 'session', storage: 'any', quarantined: [] });
    const recovery: Recovery = { kind: 'none', kept: {}, lost: {} };
    const status = (): EngineStatus => ({
      reach: 'session',
      storage: 'any',
      quarantined: [],
      recovery,
      generation: undefined,
      head: 0,
      step: 0,
    });
    const parts = {
      ...host,
      runtime,
      status,
      restarts: () => 0,
      reopen: other,
      keepLimits: () => {},
      end: () => {},
      openSession: other,
      openShared: other,
      engineOf: other,
    };
    const memory = createClient(parts, new Listeners(), { settings, ids });
    onTestFinished(() => memory.close().catch(() => undefined));
    return memory;
  };
}

const inProcess = (): Open =>
  opener('parity', async (settings) => {
    const request = {
      settings,
      kernel: inlineKernel(),
      storage: 'memory' as const,
      newOverview: overviewTemplate(settings),
    };
    const engine = await startOnThisThread(request, () => undefined);
    return { engine: async () => engine, close: () => engine.close() };
  });

const throughWorker = (): Open =>
  opener(`session-${crypto.randomUUID()}`, async (settings) => {
    const { engine, end } = await engineInWorker(startWorker, settings);
    return {
      engine: async () => engine,
      async close() {
        await engine.close();
        end();
      },
    };
  });

/** Midnight may pass while a test runs. */
const comparable = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replace(/\d{4}-\d\d-\d\d/g, 'today'));

const seen = ({
  messages,
  epoch,
  epochReason,
  hidden,
  stubs,
  reminder,
  meta,
  phase,
  compaction,
}: Prepared<object>) => ({
  messages,
  epoch,
  epochReason,
  hidden,
  stubs,
  reminder,
  meta,
  phase,
  compaction,
});

interface Told {
  readonly prepared: Prepared<ChatMessage>[];
  readonly receipt: string | undefined;
  readonly memory: WorkingMemory;
}

/** @param reopensAt requests before which the session is closed and opened again, by number */
async function told(open: Open, reopensAt: readonly number[] = []): Promise<Told> {
  let memory = await open();
  const messages: ChatMessage[] = [{ role: 'system', content: 'You are careful.' }];
  const prepared: Prepared<ChatMessage>[] = [];
  const prepare = async (): Promise<void> => {
    if (reopensAt.includes(prepared.length)) {
      await memory.close();
      memory = await open();
    }
    prepared.push(await memory.context.prepare(openaiChat, messages, { tools: [{ name: 'write' }] }));
  };
  let receipt: string | undefined;
  for (let turn = 0; turn < 10; turn++) {
    messages.push({ role: 'user', content: `Task ${turn}: ${words(20, `t${turn}w`)}` });
    await prepare();
    const call = { id: `call_${turn}`, type: 'function' as const, function: { name: 'look', arguments: '{}' } };
    messages.push(
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: words(30, `r${turn}w`) },
    );
    if (turn === 3) {
      await memory.files.write('overview.md', '# Working Memory\n\n- Tasks 0 to 3 are done.', { source: 'assistant' });
    }
    await prepare();
    messages.push({ role: 'assistant', content: `Task ${turn} is done.` });
    if (turn === 7) ({ receipt } = await memory.context.compact.apply({ keepRecent: 2 }));
  }
  return { prepared, receipt, memory };
}

describe('prepared requests', () => {
  it('are the same in-process and through the worker', async () => {
    const here = await told(inProcess());
    const there = await told(throughWorker());
    expect(here.prepared.map(({ epochReason }) => epochReason).filter(Boolean)).toEqual([
      'session-started',
      'compacted',
    ]);
    expect(here.prepared.some(({ reminder }) => reminder !== undefined)).toBe(true);
    expect(comparable(there.prepared.map(seen))).toEqual(comparable(here.prepared.map(seen)));
    const [files, others] = await Promise.all([here, there].map(({ memory }) => memory.files.list()));
    expect(others?.map(({ path, bytes }) => [path, bytes])).toEqual(files?.map(({ path, bytes }) => [path, bytes]));
    for (const { path } of files ?? []) {
      const [text, other] = await Promise.all([here, there].map(({ memory }) => memory.files.read(path)));
      expect(comparable(other?.text)).toEqual(comparable(text?.text));
    }
  });

  it('are the same when the page is loaded anew between any two of them, and keep the prefix byte for byte', async () => {
    const { prepared } = await told(throughWorker());
    const reloaded = await told(
      throughWorker(),
      prepared.map((_, index) => index),
    );
    expect(comparable(reloaded.prepared.map(seen))).toEqual(comparable(prepared.map(seen)));
    let extended = 0;
    for (const [index, { messages, epoch }] of reloaded.prepared.entries()) {
      const before = reloaded.prepared[index - 1];
      if (before?.epoch !== epoch) continue;
      expect(JSON.stringify(messages.slice(0, before.messages.length))).toBe(JSON.stringify(before.messages));
      extended++;
    }
    expect(extended).toBe(prepared.length - 2);
  });
});

describe('a compaction through the worker', () => {
  it('hides, archives, and is undone with its receipt, also after the page was loaded anew', async () => {
    for (const isReloaded of [false, true]) {
      const open = throughWorker();
      let memory = await open();
      const messages: ChatMessage[] = Array.from({ length: 8 }, (_, turn) => [
        { role: 'user' as const, content: `Task ${turn}: ${words(30, `t${turn}w`)}` },
        { role: 'assistant' as const, content: `Task ${turn} is done.` },
      ]).flat();
      messages.push({ role: 'user', content: 'And now?' });
      const prepare = () => memory.context.prepare(openaiChat, messages);
      const before = await prepare();
      const plan = await memory.context.compact.plan();
      const result = await memory.context.compact.apply();
      expect(result).toMatchObject({ applied: true, hide: plan.hide, archivedTo: ['detail/conversation-0-11.md'] });
      expect((await memory.files.read('detail/conversation-0-11.md')).text).toContain('Task 0: t0w0 t0w1');
      const compacted = await prepare();
      expect(compacted).toMatchObject({ epochReason: 'compacted', hidden: [{ from: 0, to: 12, why: 'compacted' }] });
      if (isReloaded) {
        await memory.close();
        memory = await open();
      }
      await memory.context.compact.undo(result.receipt ?? '');
      const undone = await prepare();
      expect(undone).toMatchObject({ epochReason: 'compaction-undone', hidden: [] });
      expect(undone.messages).toEqual(before.messages);
      expect((await memory.files.list()).map(({ path }) => path)).toContain('detail/conversation-0-11.md');
    }
  });
});
