// Texts larger than any that is stored in one piece.
import { describe, expect, it } from 'vitest';
import type { ResultStub } from '../../../src/context/compaction/compaction.ts';
import { anthropicMessages, openaiChat } from '../../../src/entries/lenses.ts';
import type { WorkingMemory } from '../../../src/entries/index.ts';
import { Chat } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

describe('a tool result longer than a message of the transcript may be', () => {
  it('goes out as a stub, and the whole of it is kept in files', async () => {
    const memory = await openFixed({ transcript: { maxMessageLength: 5000 }, files: { maxFileBytes: 4096 } });
    const chat = new Chat(memory);
    const lines = Array.from({ length: 3000 }, (_, line) => `line ${line} of the log`);
    await chat.ask('Read the log.');
    chat.called('read_log', {}, lines.join('\n'));
    const { stubs, messages } = await chat.prepare({ contextWindow: 8000 });
    expect(stubs).toMatchObject([{ index: 2, why: 'oversized', path: 'archive/result-2-part-1.md' }]);
    expect(JSON.stringify(messages)).not.toContain('line 1500 of the log');

    const [{ results = [] } = {}] = (await memory.transcript.read({ from: 2 })) ?? [];
    expect(results[0]?.text).toHaveLength(5000);
    const files = (await memory.files.list()).filter(({ path }) => path.startsWith('archive/result-2-part-'));
    const kept = await Promise.all(
      files.map(({ path }) => path).map(async (path) => (await memory.files.read(path)).text),
    );
    const whole = kept.join('');
    expect(lines.filter((line) => !whole.includes(line))).toEqual([]);
  });

  it('says at the end of each file which one goes on', async () => {
    const memory = await openFixed({ files: { maxFileBytes: 4096 } });
    const chat = new Chat(memory);
    await chat.ask('Read the log.');
    chat.called('read_log', {}, Array.from({ length: 500 }, (_, line) => `line ${line} of the log`).join('\n'));
    let { path = '' } = (await chat.prepare({ contextWindow: 2000 })).stubs[0] ?? {};
    const read: string[] = [];
    while (path) {
      const { text } = await memory.files.read(path);
      expect(text.length).toBeLessThanOrEqual(4096);
      read.push(path);
      path = /\n… → (\S+)\n$/.exec(text)?.[1] ?? '';
    }
    const files = (await memory.files.list()).map((file) => file.path).filter((file) => file.startsWith('archive/'));
    expect(read).toHaveLength(files.length);
    expect(read.length).toBeGreaterThan(2);
  });

  it('is restored as it was, and so are the arguments of its call', async () => {
    const memory = await openFixed({ transcript: { maxMessageLength: 65_536 }, context: { window: 1_000_000 } });
    const chat = new Chat(memory);
    const long = 'ab c '.repeat(20_000);
    await chat.ask('Send the log.');
    chat.called('send', { log: long }, `sent ${long}`);
    await chat.prepare();
    expect(await memory.context.restore(openaiChat)).toEqual(chat.messages);
  });
});

describe('large results', () => {
  const large = (name: string): string =>
    Array.from({ length: 400 }, (_, hour) => `${name} in hour ${hour}`).join('\n');
  /** The files that the stubs of a request name, by what they tell of. */
  const told = async (
    memory: WorkingMemory,
    stubs: readonly ResultStub[],
    names: readonly string[],
  ): Promise<string[][]> =>
    Promise.all(
      stubs.map(async ({ path = '' }) => {
        const { text } = await memory.files.read(path);
        return [path, ...names.filter((name) => text.includes(`${name} in hour 399`))];
      }),
    );

  it('of one message have a file each', async () => {
    const memory = await openFixed({ context: { window: 1000 } });
    const names = ['Oslo', 'Cairo', 'Lima'];
    const { stubs } = await memory.context.prepare(anthropicMessages, [
      { role: 'user', content: 'Compare the weather.' },
      {
        role: 'assistant',
        content: names.map((id) => ({ type: 'tool_use', id, name: 'weather', input: { city: id } })),
      },
      {
        role: 'user',
        content: names.map((id) => ({ type: 'tool_result', tool_use_id: id, content: large(id) })),
      },
    ]);
    expect(await told(memory, stubs, names)).toEqual([
      ['archive/result-2.md', 'Oslo'],
      ['archive/result-2.2.md', 'Cairo'],
      ['archive/result-2.3.md', 'Lima'],
    ]);
  });

  it('in the same place of another branch have a file of their own', async () => {
    const memory = await openFixed({ context: { window: 1000 } });
    const names = ['Oslo', 'Cairo', 'Lima'];
    for (const [at, name] of names.entries()) {
      const chat = new Chat(memory);
      await chat.ask(at === 2 ? 'Weather of Oslo?' : `Weather of ${name}?`);
      chat.called('weather', { city: name }, large(name));
      const { stubs } = await chat.prepare();
      const path =
        at === 0 ? 'archive/result-2.md' : (expect.stringMatching(/^archive\/result-2-[\da-f]{8}\.md$/) as string);
      expect(await told(memory, stubs, names)).toEqual([[path, name]]);
    }
  });
});
