// Texts larger than anything is kept in one piece.
import { describe, expect, it } from 'vitest';
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
});
