// Recognises the answers of the real tools, and nothing else.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { filePage } from '../../../src/context/offloaded/file-page.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { anthropicMemoryTool, memoryTools } from '../../../src/entries/tools.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const LINES = Array.from({ length: 30 }, (_, line) => `${line}\tof detail/other.md, revision 7, lines 1–2 of 2`).join(
  '\n',
);
const NAMES = ['detail/plan.md', 'archive/a, b/日记 1.md', 'overview.md'];

const pageOf = (text: string, json = '{"path":"detail/plan.md"}') => {
  const messages: NewMessage[] = [
    { role: 'assistant', text: '', calls: [{ id: 'a', name: 'any_name', arguments: json }] },
    { role: 'tool', text: '', results: [{ id: 'a', text }] },
  ];
  return filePage(messages, 1, { id: 'a', text });
};

async function withFiles(): Promise<WorkingMemory> {
  const memory = await openFixed();
  for (const path of NAMES) await memory.files.write(path, LINES, { force: true });
  return memory;
}

describe.each(NAMES)('a page of %s', (path) => {
  it.each(['en', 'zh-CN'] as const)('is known by what read answers in %s', async (locale) => {
    const [read] = memoryTools(await withFiles(), { only: ['read'], locale });
    const input = { path: `working-memory/${path}`, fromLine: 4, lines: 9 };
    const answer = (await read?.execute(input)) ?? '';
    expect(pageOf(answer, JSON.stringify(input))).toEqual({ path, lines: { first: 4, last: 12 } });
    const escaped = JSON.stringify(input).replace(
      /[^ -~]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    expect(pageOf(answer, escaped)).toEqual({ path, lines: { first: 4, last: 12 } });
  });

  it('is known by what Anthropic’s view answers', async () => {
    const input = { command: 'view', path: `/memories/${path}`, view_range: [4, 12] };
    const answer = await anthropicMemoryTool(await withFiles()).execute(input);
    expect(pageOf(answer, JSON.stringify(input))).toEqual({ path, lines: { first: 4, last: 12 } });
  });
});

describe('no page', () => {
  const page = 'detail/plan.md, revision 1, lines 1–2 of 2\n     1\tone\n     2\ttwo';

  it('is what a call brought that names another file, or none', () => {
    expect(pageOf(page)).toEqual({ path: 'detail/plan.md', lines: { first: 1, last: 2 } });
    for (const json of ['{"path":"detail/map.md"}', '{"url":"https://example.org"}', '{}', '', 'not JSON']) {
      expect(pageOf(page, json)).toBeUndefined();
    }
    expect(filePage([], 0, { id: 'a', text: page })).toBeUndefined();
  });

  it('is what only quotes one, a file outside of the tree, or an answer without lines', () => {
    for (const text of [
      `Here it is: ${page}`,
      page.replace('detail/plan.md', 'src/plan.md'),
      'detail/plan.md, revision 1, is empty.',
      'detail/plan.md, revision 1, lines 0–2 of 2\n     0\tnone\n     2\ttwo',
      'detail/plan.md, revision 1, lines 2–0 of 2\n     2\ttwo\n     0\tnone',
      'detail/plan.md, revision 1, lines 1–2 of 2',
      'Written: detail/plan.md, revision 2, 10 bytes.',
      'detail/plan.md · 10 bytes · revision 2',
      '',
    ])
      expect(pageOf(text)).toBeUndefined();
  });
});
