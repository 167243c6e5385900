// Compaction on request against earlier requests: a plan changes nothing, an undo restores everything.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../src/ports/token-scan.ts';
import type { CompactionRequest } from '../../src/context/compaction/compaction.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { type AgentApp, agentApp, request } from '../support/agents/agent-app.ts';
import { compactions, type Move, newCourse, play, steadyMove } from '../support/agents/agent-moves.ts';
import { overviewOf } from '../support/fixed-memory.ts';
import { formats } from '../support/messages/message-formats.ts';
import { brokenPairs } from '../support/agents/tool-pairs.ts';

interface Case {
  readonly moves: readonly Move[];
  readonly asked: CompactionRequest;
  /** Sends the compacted request before it is undone, and these. */
  readonly after: readonly Move[] | undefined;
}

const cases = fc.record({
  moves: fc.array(steadyMove, { minLength: 2, maxLength: 15, size: 'max' }),
  asked: compactions,
  after: fc.option(fc.array(steadyMove, { maxLength: 3 }), { nil: undefined }),
});

const TURNS: readonly Move[] = Array.from({ length: 5 }, (_, turn) => ({
  what: 'ask',
  text: `Question ${turn}: ${'why so '.repeat(30)}`,
  answer: `Answer ${turn}: ${'that way '.repeat(30)}`,
}));

/** A case that certainly compacts, so that the count at the end is above zero for any random cases. */
const UNDONE: Case = { moves: [], asked: { keepRecent: 1 }, after: [] };

const jsonOf = (messages: readonly object[]): string[] => messages.map((message) => JSON.stringify(message));

const tokensOf = (text: string): number => tokenScan().count(text) as number;

async function commitsDuring(app: AgentApp, act: () => Promise<void>): Promise<number> {
  let commits = 0;
  const stop = app.memory.subscribe(() => void commits++);
  await act();
  stop();
  return commits;
}

async function run(app: AgentApp, { moves, asked, after }: Case): Promise<'refused' | 'undone'> {
  const course = newCourse();
  // So many turns that some can go.
  for (const move of [...TURNS, ...moves]) {
    await play(app, move, course);
    await request(app);
  }
  const before = await request(app);
  const { compact } = app.memory.context;
  const plan = await compact.plan(asked);
  const commits = await commitsDuring(app, async () => expect(await compact.plan(asked)).toEqual(plan));
  expect(commits).toBe(0);

  const { applied, receipt = '', hide, stub, tokens, kept, summary } = await compact.apply(asked);
  expect({ possible: applied, hide, stub, tokens, kept }).toEqual({
    possible: plan.possible,
    hide: plan.hide,
    stub: plan.stub,
    tokens: plan.tokens,
    kept: plan.kept,
  });
  if (!applied) {
    expect(await request(app)).toMatchObject({ repeated: true, messages: before.messages });
    return 'refused';
  }
  expect(tokens.after).toBeLessThan(tokens.before);
  if (after) {
    const compacted = await request(app);
    // The summary takes room too, and the window was nearly full.
    if (compacted.epochReason === 'fallback-compaction') return 'undone';
    expect(compacted).toMatchObject({ epochReason: 'compacted', prefixChanged: true });
    expect(brokenPairs(app.format.name, compacted.messages)).toEqual([]);
    expect(compacted.kept.at(-1)?.to).toBe(before.kept.at(-1)?.to);
    const [less, more] = [compacted, before].map(({ messages }) => tokensOf(jsonOf(messages).join('')));
    // A new pin may show an overview that was not told yet; the summary is a part of it.
    const added = tokensOf(JSON.stringify(await overviewOf(app.memory))) + tokensOf(JSON.stringify(summary));
    expect(less).toBeLessThan((more ?? 0) + added + 150);
    for (const move of after) {
      await play(app, move, course);
      await request(app);
    }
  }

  const again = app.memory.context.compact;
  await again.undo(receipt);
  await expect(again.undo(receipt)).rejects.toMatchObject({ code: 'not-found' });
  const undone = await request(app);
  // Later messages may fill the window.
  if (undone.epochReason === 'fallback-compaction' || undone.epochReason === 'media-left-out') return 'undone';
  expect(undone.epochReason).toBe('compaction-undone');
  const [was, is] = [jsonOf(before.messages), jsonOf(undone.messages)];
  expect(is.slice(0, was.length)).toEqual(was);
  return 'undone';
}

describe('a compaction on request', () => {
  for (const format of formats) {
    it(`is planned without a trace and undone to the letter, for ${format.name}`, async () => {
      let undone = 0;
      await fc.assert(
        fc.asyncProperty(cases, async (each) => {
          const app = await agentApp(format, 6000, { context: { fallbackAt: 0.95 } });
          try {
            if ((await run(app, each)) === 'undone') undone++;
          } catch (error) {
            if (!isWorkingMemoryError(error, 'window-too-small')) throw error;
          } finally {
            await app.memory.close();
          }
        }),
        { numRuns: 10, examples: [[UNDONE]] },
      );
      expect(undone).toBeGreaterThan(0);
    });
  }
});
