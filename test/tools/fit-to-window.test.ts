// Answers of tools enter the next request whole, whatever the window, the text and the counter.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { TextSize } from '../../src/api/context.ts';
import { anthropicMemoryTool, memoryTools, type ToolName } from '../../src/entries/tools.ts';
import { fitToWindow } from '../../src/tools/fit-to-window.ts';
import { CHINESE_PROSE } from '../support/messages/chinese-prose.ts';
import { openFixed } from '../support/fixed-memory.ts';

const measuredBy = (measure: (text: string) => TextSize) =>
  ({ context: { measure: (text: string) => Promise.resolve(measure(text)) } }) as unknown as WorkingMemory;

describe('an answer', () => {
  const whole = (length: number) => (characters: number) => 'x'.repeat(Math.min(length, characters));

  it('is left as it is where three quarters of the room are enough', async () => {
    const memory = measuredBy(({ length }) => ({ tokens: length, maxTokens: 4000 }));
    expect(await fitToWindow(memory, 8000, whole(3000))).toHaveLength(3000);
    expect((await fitToWindow(memory, 8000, whole(3001))).length).toBeLessThan(3000);
    expect(await fitToWindow(memory, 2000, whole(3000))).toHaveLength(2000);
  });

  it('uses most of its room', async () => {
    const memory = measuredBy(({ length }) => ({ tokens: 2 * length, maxTokens: 4000 }));
    const { length } = await fitToWindow(memory, Infinity, whole(100_000));
    expect(length).toBeLessThanOrEqual(1500);
    expect(length).toBeGreaterThan(1200);
  });

  it('has a hundred characters at least, also where nothing fits', async () => {
    for (const [tokens, maxTokens] of [
      [5, 0],
      [1e9, 1],
    ] as const) {
      expect(
        await fitToWindow(
          measuredBy(() => ({ tokens, maxTokens })),
          8000,
          whole(9000),
        ),
      ).toHaveLength(100);
    }
  });

  it('comes also where a counter is out of its mind', async () => {
    expect(
      await fitToWindow(
        measuredBy(() => ({ tokens: NaN, maxTokens: 100 })),
        8000,
        whole(500),
      ),
    ).toHaveLength(500);
  });
});

const opened = (window: number): Promise<WorkingMemory> =>
  openFixed({ tokenizer: tokenScan('cl100k'), context: { window }, limits: { maxTokens: 1_000_000 } });

const callOn =
  (memory: WorkingMemory) =>
  async (name: ToolName, input: object): Promise<string> => {
    const [tool] = memoryTools(memory, { only: [name] });
    const answer = (await tool?.execute(input)) ?? '';
    const { tokens, maxTokens } = await memory.context.measure(answer);
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    return answer;
  };

describe('a text of any script', () => {
  it('is read to its end in pages that fit, whatever the window', async () => {
    const unit = fc.constantFrom('a', 'word ', '茶', '。', 'é', '😀', '{"id":"a7f-0"}', '\n', '\n\n', '1', '  ');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, minLength: 1, maxLength: 2000, size: 'max' }),
        fc.integer({ min: 1500, max: 10_000 }),
        async (text, window) => {
          const memory = await opened(window);
          await memory.files.write('detail/a.md', text);
          const call = callOn(memory);
          let read = '';
          let next: { fromLine: number; fromCharacter: number } | undefined = { fromLine: 1, fromCharacter: 1 };
          while (next) {
            const answer = await call('read', { path: 'detail/a.md', ...next });
            const note = /\n\(.*continue with fromLine (\d+)(?:, fromCharacter (\d+))?\)$/.exec(answer);
            const [, ...lines] = answer.slice(0, note?.index).split('\n');
            if (next.fromLine > 1 && next.fromCharacter === 1) read += '\n';
            read += lines.map((line) => line.replace(/^ *\d+\t/, '')).join('\n');
            next = note ? { fromLine: Number(note[1]), fromCharacter: Number(note[2] ?? 1) } : undefined;
          }
          expect(read).toBe(text.replace(/\n$/, ''));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('in a small window', () => {
  it('search shows the best passages that fit, and how many do not', async () => {
    const memory = await opened(8000);
    for (let file = 0; file < 20; file++) await memory.files.write(`detail/${file}.md`, `${file} ${CHINESE_PROSE}`);
    const answer = await callOn(memory)('search', { query: '茶馆', limit: 20 });
    expect(answer).toMatch(/\n {2}.*茶馆/);
    const [, more] = /\n\((\d+) more passages do not fit; narrow the query\)$/.exec(answer) ?? [];
    expect(answer.match(/^[^ (]/gm)).toHaveLength(20 - Number(more));
  });

  it('recall shows the best items that fit, the first one in any case', async () => {
    const memory = await opened(1000);
    for (let item = 0; item < 5; item++) await memory.items.memorize(`${item} ${CHINESE_PROSE.slice(item * 300)}`);
    const answer = await callOn(memory)('recall', { query: '茶馆' });
    expect(answer).toMatch(/^\[item-\d\] .*… \(\d+ more characters\)\n\(4 more items do not fit; narrow the query\)$/s);
  });

  it('Anthropic’s view shows what fits, and which lines are left', async () => {
    const memory = await opened(8000);
    await memory.files.write('archive/tea.md', CHINESE_PROSE);
    const answer = await anthropicMemoryTool(memory).execute({ command: 'view', path: '/memories/archive/tea.md' });
    const { tokens, maxTokens } = await memory.context.measure(answer);
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    expect(answer).toMatch(/\(Too long to show at once; lines \d+ to \d+: view_range \[\d+, \d+\]\)$/);
  });
});
