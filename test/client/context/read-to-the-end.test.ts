// A file larger than the window can be read page by page: no page is offloaded or stored a second time.
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { anthropicMemoryTool } from '../../../src/entries/tools.ts';
import { Chat, shown } from '../../support/messages/chat.ts';
import { CHINESE_PROSE } from '../../support/messages/chinese-prose.ts';
import { openFixed, pathsOf } from '../../support/fixed-memory.ts';

const WINDOW = 8000;
const PATH = 'archive/result-3.md';

/** 30,000 characters: each paragraph another one, so that it can be told where it stands. */
const CHINESE = Array.from(
  { length: 100 },
  (_, part) => `第${part}段：${CHINESE_PROSE.slice(part * 20, part * 20 + 292)}`,
)
  .map((paragraph) => paragraph.replaceAll('\n', ''))
  .join('\n')
  .padEnd(30_000, '。');
const TEXTS = {
  'Chinese paragraphs': CHINESE,
  'Chinese without a line break': CHINESE.replaceAll('\n', ''),
  JSON: JSON.stringify(
    Array.from({ length: 600 }, (_, id) => ({ id: `a${id * 7919}-f0${id}`, ok: id % 2 === 0, xs: [id, -id] })),
  ),
};

const opened = (context: object = {}): Promise<WorkingMemory> =>
  openFixed({ tokenizer: tokenScan(), context: { window: WINDOW, reminder: { enabled: false }, ...context } });

/** A chat in which this text was a tool's result, and was put away. */
async function withPutAway(memory: WorkingMemory, text: string): Promise<Chat> {
  const chat = new Chat(memory, { system: 'Be brief.' });
  await chat.ask('Read the report.');
  chat.called('fetch', { url: 'https://example.org/report' }, text);
  const { stubs } = await chat.prepare();
  expect(stubs).toMatchObject([{ index: 3, why: 'oversized', path: PATH }]);
  return chat;
}

interface Place {
  readonly fromLine: number;
  readonly fromCharacter: number;
}

/** The text of a page, and where the next one begins. */
function turned(answer: string, { fromLine, fromCharacter }: Place): { text: string; next: Place | undefined } {
  const note = /\n\((?:There is more|Line \d+ was cut): continue with fromLine (\d+)(?:, fromCharacter (\d+))?\)$/.exec(
    answer,
  );
  const [, ...lines] = answer.slice(0, note?.index).split('\n');
  const text = lines.map((line) => line.replace(/^ *\d+\t/, '')).join('\n');
  const isFirst = fromLine === 1 && fromCharacter === 1;
  return {
    text: isFirst || fromCharacter > 1 ? text : `\n${text}`,
    next: note ? { fromLine: Number(note[1]), fromCharacter: Number(note[2] ?? 1) } : undefined,
  };
}

describe.each(Object.entries(TEXTS))('%s that a small window has no room for', (_, text) => {
  it('are read to the end: every page is seen whole, none is stored again', async () => {
    expect(text.length).toBeGreaterThanOrEqual(28_000);
    const memory = await opened();
    const chat = await withPutAway(memory, text);
    let read = '';
    let next: Place | undefined = { fromLine: 1, fromCharacter: 1 };
    for (let pages = 1; next; pages++) {
      const answer = await chat.call('read', { path: PATH, ...next });
      const prepared = await chat.prepare();
      expect(shown(prepared).some((content) => content.startsWith(answer))).toBe(true);
      const page = turned(answer, next);
      read += page.text;
      next = page.next;
      expect(pages).toBeLessThan(40);
    }
    expect(`${read}\n`).toBe((await memory.files.read(PATH)).text);

    const archived = (await pathsOf(memory)).filter((path) => path.startsWith('archive/'));
    expect(archived.filter((path) => path.includes('result'))).toEqual([PATH]);
    // Messages that the fallback has offloaded since tell where the pages are.
    const others = archived.filter((path) => path !== PATH);
    expect(others.length).toBeGreaterThan(0);
    for (const path of others) {
      const { text: kept } = await memory.files.read(path);
      expect(kept).toMatch(/\narchive\/result-3\.md, revision 1, lines \d+–\d+ of \d+\n/);
      expect(kept).not.toMatch(/^ *\d+\t/m);
    }
  });
});

describe('a page that the window has no room for', () => {
  it('stays in its file: the stub names its lines and how to read fewer', async () => {
    const memory = await opened({ window: 128_000 });
    await memory.files.write('detail/report.md', CHINESE);
    const chat = new Chat(memory);
    await chat.ask('Read the report.');
    const page = await chat.call('read', { path: 'working-memory/detail/report.md' });
    const last = Number(/lines 1–(\d+) of/.exec(page)?.[1]);
    const before = await pathsOf(memory);
    const prepared = await chat.prepare({ contextWindow: WINDOW });
    expect(prepared.stubs).toEqual([
      { index: 2, callId: 'call_1', why: 'oversized', path: 'detail/report.md', lines: { first: 1, last } },
    ]);
    expect(shown(prepared)[2]).toMatch(
      new RegExp(
        `Full text: detail/report\\.md, lines 1–${last}; read fewer .* fromLine 1, lines ${Math.ceil(last / 2)}\\.`,
      ),
    );
    expect(await pathsOf(memory)).toEqual(before);
    // The window is known now.
    const again = await chat.call('read', { path: 'detail/report.md' });
    expect(shown(await chat.prepare({ contextWindow: WINDOW }))).toContain(again);
  });

  it('stays in its file also where a compaction takes it out of sight', async () => {
    const memory = await opened({ window: 128_000 });
    await memory.files.write('detail/report.md', CHINESE);
    const chat = new Chat(memory);
    await chat.ask('Read the report.');
    for (const fromLine of [1, 20, 40, 60]) await chat.call('read', { path: 'detail/report.md', fromLine, lines: 20 });
    await chat.prepare();
    const { applied } = await memory.context.compact.apply({ target: 'tools', keepRecent: 1 });
    expect(applied).toBe(true);
    const { stubs } = await chat.prepare();
    expect(stubs.length).toBeGreaterThan(0);
    for (const { path, lines } of stubs) expect([path, lines?.last]).toEqual(['detail/report.md', expect.any(Number)]);
    expect(await pathsOf(memory)).toEqual(['detail/report.md', 'overview.md']);
  });
});

describe('Anthropic’s view', () => {
  it('shows no more than enters whole either', async () => {
    const memory = await opened();
    await memory.files.write('archive/report.md', CHINESE);
    const chat = new Chat(memory);
    await chat.ask('Read the report.');
    const input = { command: 'view', path: '/memories/archive/report.md' };
    const answer = await anthropicMemoryTool(memory).execute(input);
    chat.called('memory', input, answer);
    expect(answer).toMatch(/view_range \[\d+, 100\]\)$/);
    expect((await chat.prepare()).stubs).toEqual([]);
  });
});
