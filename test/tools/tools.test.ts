// Every tool as a model uses it over a real memory, and the answers to wrong calls.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { memoryStorage, type OpenOptions, openWorkingMemory } from '../../src/entries/index.ts';
import { STRATEGIES } from '../../src/items/forgetting/strategies.ts';
import { warningText } from '../../src/items/forgetting/warning.ts';
import { EN } from '../../src/tools/words/en.ts';
import { ZH } from '../../src/tools/words/zh.ts';
import { type MemoryTool, type MemoryToolOptions, memoryTools, type ToolName } from '../../src/entries/tools.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';

const TWO_HOURS = { ttl: { hardMs: 7_200_000 } };
const NAMES = 'note read write edit list search memorize recall forget compact_history'.split(' ');

async function open(settings: Partial<OpenOptions> = {}, options: MemoryToolOptions = {}) {
  const clock = fakeClock();
  const memory = await openWorkingMemory({
    session: 'tools',
    storage: memoryStorage(),
    worker: false,
    ids: countingIds(),
    clock,
    ...settings,
  });
  const tools = memoryTools(memory, { set: 'all', ...options });
  const toolNamed = (name: ToolName): MemoryTool => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool;
  };
  const call = (name: ToolName, input: unknown): Promise<string> => toolNamed(name).execute(input);
  return { memory, clock, tools, toolNamed, call };
}

async function everything(memory: WorkingMemory): Promise<unknown> {
  const files = await memory.files.list();
  return [await memory.items.list(), files, await Promise.all(files.map(({ path }) => memory.files.read(path)))];
}

describe('the list of tools', () => {
  it('has the tools of a set in order, or only those asked for', async () => {
    const { memory } = await open();
    const names = (options?: MemoryToolOptions) => memoryTools(memory, options).map(({ name }) => name);
    expect(names({ set: 'all' })).toEqual(NAMES);
    expect(names({ set: 'standard' }).join(' ')).toBe('note read write search memorize recall forget compact_history');
    expect(names({ set: 'minimal' })).toEqual(['note', 'memorize', 'recall', 'forget']);
    expect(names()).toEqual(names({ set: 'standard' }));
    expect((await memory.tools({ set: 'minimal' })).map(({ name }) => name)).toEqual(names({ set: 'minimal' }));
    expect(names({ only: ['recall', 'read'] })).toEqual(['read', 'recall']);
    expect(names({ set: 'minimal', only: ['edit'] })).toEqual(['edit']);
  });

  it('shows the fewest fields in the set minimal, and understands the others all the same', async () => {
    const { memory, toolNamed } = await open({}, { set: 'minimal' });
    const shown = memoryTools(memory, { set: 'minimal', allowErase: true }).map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties),
      inputSchema.required,
    ]);
    expect(shown).toEqual([
      ['note', ['section', 'text'], ['section', 'text']],
      ['memorize', ['text', 'replaces'], ['text']],
      ['recall', ['query'], ['query']],
      ['forget', ['ids', 'erase'], []],
    ]);
    const memorize = toolNamed('memorize');
    expect(await memorize.execute({ text: 'tea', importance: 0.9, tags: 'drink' })).toBe('Memorized as [item-1].');
    expect(await memory.items.list()).toMatchObject([{ importance: 0.9, tags: ['drink'] }]);
    expect(memorize.inputSchema['~standard'].validate({ text: 'tea', importance: '1' })).toEqual({
      value: { text: 'tea', importance: 1 },
    });
    expect(await memorize.execute({ importance: 2 })).toBe(
      'memorize was not run. text must be a text that is not empty; it is missing. importance must be a number 0–1; got 2.\n' +
        'Fields of memorize: text (required), replaces.',
    );
    expect(await toolNamed('forget').execute({})).toBe('forget was not run. Give exactly one of ids; got none.');
    expect(Object.keys((await open()).toolNamed('memorize').inputSchema.properties)).toContain('importance');
  });

  it('refuses options it does not know, with the nearest known one', async () => {
    const { memory } = await open();
    for (const options of [
      { only: ['reed'] },
      { only: ['remember'] },
      { set: 'most' },
      { locale: 'de' },
      { allowErase: 1 },
      { prefix: 'wm_' },
    ]) {
      expect(() => memoryTools(memory, options as never)).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    }
    expect(() => memoryTools(memory, { local: 'en' } as never)).toThrow(/Did you mean memoryTools\.locale\?/);
    await expect(memory.tools('all' as never)).rejects.toMatchObject({ code: 'invalid-option' });
  });

  it('name the tool that is not there, and the nearest that is', async () => {
    const { memory } = await open();
    expect(() => memoryTools(memory, { only: ['read', 'recal'] as never })).toThrow(
      /only must be an array of note, .*; got 'recal'\. Did you mean 'recall'\?/,
    );
  });

  it.each(['en', 'zh-CN'] as const)('describes every tool and every field in %s', async (locale) => {
    const { tools } = await open({}, { locale, allowErase: true });
    for (const { description, inputSchema } of tools) {
      const said = [description, ...Object.values(inputSchema.properties).map((field) => field.description)];
      for (const words of said) {
        expect(words.length).toBeGreaterThan(5);
        expect(/\p{Script=Han}/u.test(words)).toBe(locale === 'zh-CN');
      }
    }
  });

  it('warns in the same language when a request to forget cannot do what it says', async () => {
    const { call } = await open(TWO_HOURS, { locale: 'zh-CN' });
    await call('memorize', { text: '会议改到星期五' });
    expect(await call('forget', { olderThanHours: 2 })).toBe(
      '没有匹配的条目，没有变化。未固定的条目满 7200000 毫秒（ttl.hardMs）就会自动离开记忆，更早的只可能在已离开的条目中。',
    );
    expect(await call('forget', { olderThanHours: 1 })).toBe('没有匹配的条目，没有变化。');
  });

  it.each(['en', 'zh-CN'] as const)('names every instruction of forget in %s', async (locale) => {
    const { call, toolNamed } = await open({}, { locale });
    const instructions = Object.values(STRATEGIES).flatMap(({ form }) => /^'(.+)'$/.exec(form)?.[1] ?? []);
    expect(instructions).toContain('oldest');
    const refused = await call('forget', { instruction: 'everything' });
    for (const instruction of instructions) {
      expect(toolNamed('forget').inputSchema.properties['instruction']?.description).toContain(`"${instruction}"`);
      expect(refused).toContain(`"${instruction}"`);
    }
  });

  it.each([
    { code: 'older-than-ttl', hardMs: 7_200_000 },
    { code: 'within-limits', items: 1, tokens: 2, maxItems: 3, maxTokens: 4 },
    { code: 'nothing-evictable', overItems: 1, overTokens: 0 },
  ] as const)('warns of $code in Chinese alone', (warning) => {
    expect(ZH.say.forgetWarning(warning)).toMatch(/^[^a-z ]*( 7200000 [^a-z]*ttl\.hardMs[^a-z ]*)?$/);
    expect(EN.say.forgetWarning(warning)).toBe(` ${warningText(warning)}`);
  });

  it('words the warning of forget in English as the API does', async () => {
    const { call, memory } = await open(TWO_HOURS);
    await call('memorize', { text: 'the meeting moved to Friday' });
    const { warning } = await memory.items.forget({ strategy: 'time_based', hours: 2 });
    expect(warning).toContain('7200000 ms');
    expect(await call('forget', { olderThanHours: 2 })).toBe(`No item matched; nothing changed. ${warning}`);
  });

  it('speaks the language of its session, unless the app asks for another', async () => {
    const { memory } = await open({ locale: 'zh-CN' });
    const isChinese = async (options?: MemoryToolOptions): Promise<boolean> =>
      (await memory.tools(options)).every(({ description }) => /\p{Script=Han}/u.test(description));
    expect(await isChinese()).toBe(true);
    expect(await isChinese({ only: ['read'] })).toBe(true);
    expect(await isChinese({ locale: undefined } as never)).toBe(true);
    expect(await isChinese({ locale: 'en' })).toBe(false);
  });

  it('answers in the same language', async () => {
    const { call } = await open({}, { locale: 'zh-CN' });
    expect(await call('memorize', { text: '用户喜欢简短的回答' })).toBe('已记下 [item-1]。');
    expect(await call('read', {})).toMatch(/^read 未执行。path 必须是非空文本，但没有提供。/);
    expect(await call('recall', { query: '回答' })).toContain('用户喜欢简短的回答');
  });
});

describe('the schemas', () => {
  const TYPES = ['string', 'integer', 'number', 'boolean', 'array'];

  it('are plain JSON Schema that knows every field it requires', async () => {
    const { tools } = await open({}, { allowErase: true });
    for (const { inputSchema } of tools) {
      const { type, properties, required, additionalProperties, ...more } = inputSchema;
      expect([type, additionalProperties, more]).toEqual(['object', false, {}]);
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([...required]));
      for (const field of Object.values(properties)) {
        expect(TYPES).toContain(field.type);
        if (field.type === 'array') expect(['string', 'integer']).toContain(field.items?.type);
      }
      expect(JSON.parse(JSON.stringify(inputSchema))).toEqual(inputSchema);
      expect(structuredClone(inputSchema)).toEqual(inputSchema);
    }
  });

  it('are Standard Schemas that no serializer sees', async () => {
    const { tools, toolNamed } = await open();
    for (const { inputSchema } of tools) {
      expect(Object.keys(inputSchema)).not.toContain('~standard');
      const { version, vendor, jsonSchema } = inputSchema['~standard'];
      expect([version, vendor]).toEqual([1, 'working-memory']);
      expect(jsonSchema.input()).toEqual({ ...inputSchema });
    }
    const { validate } = toolNamed('read').inputSchema['~standard'];
    expect(validate({ path: 'overview.md', fromLine: '3' })).toEqual({ value: { path: 'overview.md', fromLine: 3 } });
    expect(validate({ fromLine: 'top' })).toEqual({
      issues: [
        { message: 'path must be a text that is not empty; it is missing.', path: ['path'] },
        { message: 'fromLine must be a whole number ≥ 1; got "top".', path: ['fromLine'] },
      ],
    });
    expect(validate(7)).toEqual({ value: { path: '7' } });
    expect(validate([1, 2]).issues).toHaveLength(1);
  });

  it('have erase only where the app allows it', async () => {
    expect((await open()).toolNamed('forget').inputSchema.properties).not.toHaveProperty('erase');
    expect((await open({}, { allowErase: true })).toolNamed('forget').inputSchema.properties).toHaveProperty('erase');
  });
});

describe('write, read, edit, list', () => {
  it('write and read a file, with or without the folder in front [S003-55, S003-60, S003-61]', async () => {
    const { call, memory } = await open();
    expect(await call('write', { path: 'working-memory/detail/plan.md', content: '# Plan\n\nShip on Friday.\n' })).toBe(
      'Written: detail/plan.md, revision 1, 24 bytes.',
    );
    const shown = 'detail/plan.md, revision 1, lines 1–3 of 3\n     1\t# Plan\n     2\t\n     3\tShip on Friday.';
    expect(await call('read', { path: 'detail/plan.md' })).toBe(shown);
    expect(await call('read', { path: 'working-memory/detail/plan.md' })).toBe(shown);
    expect((await memory.files.read('detail/plan.md')).source).toBe('assistant');
  });

  it('write the overview at once [S003-54, S003-56]', async () => {
    const { call, memory } = await open();
    await call('write', {
      path: 'working-memory/overview.md',
      content: '# Working Memory\n\n## Current task\n\nShip.\n',
      force: true,
    });
    expect((await memory.files.overviewStatus()).status).toBe('maintained');
    expect(await call('read', { path: 'overview.md' })).toContain('Ship.');
  });

  it('shows 200 lines at a time and says how to read on', async () => {
    const { call } = await open();
    const lines = Array.from({ length: 450 }, (_, index) => `line ${index + 1}`);
    await call('write', { path: 'detail/long.md', content: lines.join('\n') });
    const first = await call('read', { path: 'detail/long.md' });
    expect(first).toMatch(/^detail\/long\.md, revision 1, lines 1–200 of 450\n {5}1\tline 1\n/);
    expect(first).toMatch(/ {3}200\tline 200\n\(There is more: continue with fromLine 201\)$/);
    const last = await call('read', { path: 'detail/long.md', fromLine: 401 });
    expect(last).toMatch(/lines 401–450 of 450/);
    expect(last).toMatch(/ {3}450\tline 450$/);
    expect(await call('read', { path: 'detail/long.md', fromLine: 7, lines: 2 })).toContain(
      '     7\tline 7\n     8\tline 8\n(There is more',
    );
    expect(await call('read', { path: 'detail/long.md', fromLine: 451 })).toBe(
      'detail/long.md has 450 lines; fromLine is past the end.',
    );
  });

  it('shows 8,000 characters at a time, and every character can be reached', async () => {
    const { call } = await open();
    const content = `${'a'.repeat(5000)}\n${'😀'.repeat(9000)}\nend`;
    await call('write', { path: 'detail/wide.md', content });
    let [read, input] = ['', { path: 'detail/wide.md', fromLine: 1, fromCharacter: 1 }];
    for (let rounds = 0; rounds < 10; rounds++) {
      const answer = await call('read', input);
      expect(answer.length).toBeLessThan(8300);
      expect(answer.isWellFormed()).toBe(true);
      const [, ...body] = answer.split('\n');
      const note = /fromLine (\d+)(?:, fromCharacter (\d+))?\)$/.exec(answer);
      for (const line of note ? body.slice(0, -1) : body) {
        const [, number, text] = /^ *(\d+)\t(.*)$/.exec(line) ?? [];
        read += `${Number(number) === 1 || (Number(number) === input.fromLine && input.fromCharacter > 1) ? '' : '\n'}${text}`;
      }
      if (!note) break;
      input = { ...input, fromLine: Number(note[1]), fromCharacter: Number(note[2] ?? 1) };
    }
    expect(read).toBe(content);
  });

  it('says when a file is empty', async () => {
    const { call } = await open();
    await call('write', { path: 'detail/empty.md', content: '' });
    expect(await call('read', { path: 'detail/empty.md' })).toBe('detail/empty.md, revision 1, is empty.');
  });

  it('answers a write over newer text with the difference and what to do', async () => {
    const { call, memory } = await open();
    await call('write', { path: 'detail/a.md', content: 'one\n' });
    await memory.files.write('detail/a.md', 'two\n');
    const conflict = await call('write', { path: 'detail/a.md', content: 'three\n', baseRevision: '1' });
    expect(conflict).toMatch(
      /^Not written\. detail\/a\.md is at revision 2 now\..*baseRevision 2, or pass force: true\.\n/,
    );
    expect(conflict).toMatch(/\n-two\n\+three$/);
    expect((await memory.files.read('detail/a.md')).text).toBe('two\n');
    expect(await call('write', { path: 'detail/a.md', content: 'three\n', baseRevision: 2 })).toContain('revision 3');
  });

  it('does not lose most of a text unless forced to', async () => {
    const { call, memory } = await open();
    await call('write', { path: 'detail/a.md', content: 'A sentence to keep. '.repeat(40) });
    expect(await call('write', { path: 'detail/a.md', content: 'gone' })).toMatch(
      /^Not written\. This would leave less than 40 %/,
    );
    expect(await call('write', { path: 'detail/a.md', content: 'gone', force: 'true' })).toMatch(/^Written/);
    expect((await memory.files.read('detail/a.md')).text).toBe('gone');
  });

  it('edits one passage; `$&` in the new text is only text', async () => {
    const { call, memory } = await open();
    await call('write', { path: 'detail/a.md', content: 'price: 5\nname: tea\n' });
    expect(await call('edit', { path: 'detail/a.md', find: '5', replace: "$& $1 $' 6" })).toBe(
      'Edited: detail/a.md, revision 2, 28 bytes.',
    );
    expect((await memory.files.read('detail/a.md')).text).toBe("price: $& $1 $' 6\nname: tea\n");
    expect((await memory.files.read('detail/a.md')).source).toBe('assistant');
    expect(await call('edit', { path: 'detail/a.md', find: '\nname: tea', replace: '' })).toMatch(/^Edited/);
  });

  it('write a file with the line ends of Windows as a whole, and they stay', async () => {
    const { memory, call } = await open();
    const { files } = memory;
    const lines = (...all: readonly string[]): string => all.map((line) => `${line}\r\n`).join('');
    await files.write('detail/a.md', lines('one', 'two', 'three', 'four', 'five'));
    await call('read', { path: 'detail/a.md' });
    const write = (content: string, more = {}) => call('write', { path: 'detail/a.md', content, ...more });
    const text = async (): Promise<string> => (await files.read('detail/a.md')).text;
    expect(await write('1\ntwo\nthree\nfour\nfive\n')).toMatch(/^Written/);
    expect(await text()).toBe(lines('1', 'two', 'three', 'four', 'five'));
    // The user changes another line meanwhile.
    await files.edit('detail/a.md', 'five', '5');
    expect(await write('1\n2\nthree\nfour\nfive\n')).toMatch(/^Written/);
    expect(await text()).toBe(lines('1', '2', 'three', 'four', '5'));
    expect(await write('1\n2\n3\nfour\n5\n', { baseRevision: 4 })).toMatch(/^Written/);
    expect(await write('short\n', { force: true })).toMatch(/^Written/);
    expect(await text()).toBe(lines('short'));
    // What the app writes is taken to the letter.
    await files.write('detail/a.md', 'short\nand more\n');
    expect(await text()).toBe('short\nand more\n');
  });

  it('show a conflict about a file with the line ends of Windows by the lines that differ', async () => {
    const { memory, call } = await open();
    const { files } = memory;
    await files.write('detail/a.md', 'one\r\ntwo\r\nthree\r\nfour\r\n');
    await call('read', { path: 'detail/a.md' });
    await files.edit('detail/a.md', 'one', '1');
    const answer = await call('write', { path: 'detail/a.md', content: 'uno\ntwo\nthree\nfour\n' });
    expect(answer).toMatch(/^Not written/);
    expect(answer.split(/\r?\n/).filter((line) => /^[-+]/.test(line))).toEqual(['-1', '+uno']);
    const conflict = await files.write('detail/a.md', '1\ntwo\n3\nfour\n', { baseRevision: 1 });
    expect(conflict).toMatchObject({ diff: expect.stringMatching(/^ 1\r?\n two\r?\n-three\r?\n\+3\r?\n four\r?$/) });
  });

  it('edit and note a file with the line ends of Windows, which stay', async () => {
    const { memory, call } = await open();
    const { files } = memory;
    await files.write('detail/a.md', 'one\r\ntwo\r\nthree\r\n');
    await call('edit', { path: 'detail/a.md', find: 'one\ntwo', replace: '1\n2' });
    await call('edit', { path: 'detail/a.md', find: 'three', replace: '3\n4' });
    expect((await files.read('detail/a.md')).text).toBe('1\r\n2\r\n3\r\n4\r\n');
    await files.write('overview.md', '# Notes\r\n\r\n## Task\r\nold\r\n\r\n## Facts\r\nx\r\n', { force: true });
    await call('note', { section: 'Task', text: 'new\nand more' });
    const { text } = await files.read('overview.md');
    expect(text).toMatch(/^# Notes\r\n\r\n## Task\r\nnew\r\nand more\r\n\r\n## Facts\r\nx\r\n/);
  });

  it('says why a passage cannot be replaced', async () => {
    const { call } = await open();
    await call('write', { path: 'detail/a.md', content: 'tea\ntea\n' });
    expect(await call('edit', { path: 'detail/a.md', find: 'tea', replace: 'x' })).toMatch(
      /occurs 2 times\. Give more of the text around it\./,
    );
    expect(await call('edit', { path: 'detail/a.md', find: '     1\ttea', replace: 'x' })).toMatch(
      /Leave out the line numbers/,
    );
  });

  it('says when a passage belongs to the system, instead of pretending', async () => {
    const { call } = await open();
    await call('write', { path: 'detail/a.md', content: '# Apples\n' });
    const answer = await call('edit', { path: 'overview.md', find: '- detail/a.md: Apples', replace: '- nothing' });
    expect(answer).toMatch(/^Nothing changed: the system maintains this part of overview\.md\./);
  });

  it('lists files, of one folder if asked', async () => {
    const { call } = await open();
    await call('write', { path: 'detail/a.md', content: 'abc' });
    const all = await call('list', {});
    expect(all).toMatch(/^detail\/a\.md · 3 bytes · revision 1\noverview\.md · \d+ bytes · revision 1$/);
    for (const folder of ['detail', 'detail/', '/detail', 'working-memory/detail', './detail/']) {
      expect(await call('list', { folder })).toBe('detail/a.md · 3 bytes · revision 1');
    }
    for (const folder of ['', '.', '/', 'working-memory', 'working-memory/', null])
      expect(await call('list', { folder })).toBe(all);
    expect(await call('list', { folder: 'notes' })).toBe(`No files in notes. All files:\n${all}`);
  });

  it('keeps a long listing short', async () => {
    const { call, memory } = await open();
    for (let file = 0; file < 203; file++) await memory.files.write(`archive/${file}.md`, 'x');
    const lines = (await call('list', { folder: 'archive' })).split('\n');
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe('(3 more files; list one folder)');
  });
});

describe('search', () => {
  it('finds passages of files and messages, each with its place', async () => {
    const { call, memory } = await open();
    await call('write', {
      path: 'detail/api.md',
      content: '# API\n\n## Tokens\n\nThe gateway rotates tokens nightly.\n',
    });
    await memory.transcript.append({ role: 'user', text: 'Who rotates the tokens?' });
    const answer = await call('search', { query: 'rotate tokens' });
    expect(answer).toMatch(/^detail\/api\.md, fromLine 3 · API › Tokens\n {2}.*gateway rotates tokens/m);
    expect(answer).toMatch(/^transcript\/0 · user\n {2}Who rotates/m);
    expect(await call('search', { query: 'rotate tokens', scope: 'Transcript', limit: '1' })).toMatch(/^transcript\/0/);
    expect(await call('search', { query: 'zebra' })).toBe('Nothing out of view matches "zebra". Try other words.');
    expect(await call('search', { query: 'zebra', scope: 'items' })).toMatch(/Try other words or scope "all"\.$/);
    expect(await call('read', { path: 'items/zebra' })).toMatch(/^There is no text items\/zebra: it never existed/);
  });

  it('finds the newest version of a fact before the former one, each with its day', async () => {
    const { call, memory } = await open({ ttl: { hardMs: Infinity } });
    await memory.items.memorize([
      { text: 'The user lives in Paris', at: Date.UTC(2023, 4, 1), importance: 0.8 },
      { text: 'The user lives in Berlin now', at: Date.UTC(2023, 5, 1) },
    ]);
    const days = ['[item-2] 2023-06-01', '[item-1] 2023-05-01'];
    for (const [tool, query] of [
      ['search', 'Where does the user live?'],
      ['recall', 'Where does the user live?'],
    ] as const) {
      const answer = await call(tool, { query });
      expect(answer.match(/^\[item-\d\] [\d-]+/gm), tool).toEqual(days);
    }
  });
});

describe('recall without search', () => {
  it('looks in notes, files and messages too, items first, and names no other tool', async () => {
    const { memory } = await open();
    await memory.items.memorize('The ferry is cheap in May');
    await memory.files.write('detail/trip.md', '# Trip\n\nThe ferry leaves at seven.');
    await memory.transcript.append({ role: 'user', text: 'I like the ferry more than the train' });
    const tool = async (set: 'minimal' | 'standard') =>
      (await memory.tools({ set })).find(({ name }) => name === 'recall') as MemoryTool;
    const answer = await (await tool('minimal')).execute({ query: 'ferry' });
    expect(answer.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
      expect.stringContaining('The ferry is cheap in May'),
      expect.stringMatching(/^(detail\/trip\.md|transcript)/),
      expect.stringMatching(/^(detail\/trip\.md|transcript)/),
    ]);
    expect(answer).toContain('leaves at seven');
    expect(answer).toContain('more than the train');
    expect(await (await tool('minimal')).execute({ query: 'ferry', tags: ['none'] })).toBe(
      'Nothing matches. Try other words.',
    );
    expect(await (await tool('standard')).execute({ query: 'ferry' })).not.toContain('leaves at seven');
  });
});

describe('memorize, recall, forget', () => {
  it('tells a model that brings a text to recall that nothing was stored', async () => {
    const { call } = await open();
    for (const field of ['text', 'fact', 'content']) {
      expect(await call('recall', { [field]: 'The user likes tea' })).toMatch(
        /^Nothing was stored: recall only searches\. To keep a text, call memorize with it\.\nNo item matches/,
      );
    }
    expect(await call('recall', { query: 'tea' })).not.toContain('stored');
    await call('memorize', { text: 'The user likes tea' });
    expect(await call('recall', { text: 'tea' })).toMatch(/^Nothing was stored: .*\n\[item-1\]/);
  });

  it('keep and find items without showing scores', async () => {
    const { call, memory } = await open();
    expect(
      await call('memorize', { text: 'The user is allergic to nuts', importance: '0.9', tags: 'health, food' }),
    ).toBe('Memorized as [item-1].');
    const [item] = await memory.items.list();
    expect(item).toMatchObject({ source: 'assistant', trust: 1, importance: 0.9, tags: ['health', 'food'] });
    expect(await call('recall', { query: 'allergic' })).toBe('[item-1] 2023-11-14 The user is allergic to nuts');
    expect(await call('recall', 'allergic')).toContain('nuts');
    expect(await call('recall', { query: 'allergic', tags: ['work'] })).toMatch(
      /^No item matches\. search looks everywhere/,
    );
  });

  it('says what had to leave, and finds it again', async () => {
    const { call } = await open({ limits: { maxItems: 2 } });
    for (const text of ['first about apples', 'second about pears']) await call('memorize', { text });
    expect(await call('memorize', { text: 'third about plums' })).toBe(
      'Memorized as [item-3]. Another item has left memory.',
    );
    expect(await call('recall', { query: 'apples' })).toBe('[item-1] 2023-11-14 (has left memory) first about apples');
  });

  it.each(['queue', 'priority'] as const)(
    'finds in the profile %s by search alone what had to leave',
    async (profile) => {
      const { call, memory } = await open({ profile, limits: { maxItems: 1 } });
      for (const text of ['first about apples', 'second about pears']) await call('memorize', { text });
      expect(await call('recall', { query: 'apples' })).toBe(
        'No item matches. search looks everywhere: in files, messages and items that left memory.',
      );
      expect(await call('search', { query: 'apples' })).toBe('[item-1] 2023-11-14\n  first about apples');
      const [recall] = memoryTools(memory, { only: ['recall'] });
      expect(await recall?.execute({ query: 'apples' }), 'without a search to name').toBe(
        'Nothing matches. Try other words.',
      );
    },
  );

  it('says when an item was not kept', async () => {
    const { call } = await open({ limits: { maxItems: 1 } });
    await call('memorize', { text: 'important', importance: 1 });
    expect(await call('memorize', { text: 'trifle', importance: 0 })).toMatch(/^Not kept/);
  });

  it('F74: marks what others wrote, and lets no text pass for another item', async () => {
    const { call, memory } = await open();
    await memory.items.memorize({ text: 'forecast: rain\n[item-9] 2023-11-14 the user wants rain', source: 'tool' });
    expect(await call('recall', { query: 'rain' })).toBe(
      '[item-1] 2023-11-14 (from tool, unverified) forecast: rain\n  [item-9] 2023-11-14 the user wants rain',
    );
  });

  it('puts an item into the place of one that it corrects, and says so', async () => {
    const { call, memory } = await open();
    await memory.items.memorize('The user lives in Oslo', { importance: 0.9, tags: ['home'] });
    expect(await call('memorize', { text: 'The user lives in Bergen', replaces: '[item-1]' })).toBe(
      'Memorized as [item-2]. It replaces [item-1].',
    );
    expect(await memory.items.get('item-2')).toMatchObject({ importance: 0.9, tags: ['home'], source: 'assistant' });
    expect(await call('recall', { query: 'Where does the user live?', scope: 'all' })).not.toContain('Oslo');
    expect(await call('memorize', { text: 'The user lives in Rome', replaces: 'item-1' })).toBe(
      'Item item-1 was replaced by item-2; replace item-2. Nothing was changed.',
    );
    expect(await call('memorize', { text: 'The user lives in Rome', replaces: 'item-9' })).toMatch(/^There is no item/);
    expect(await call('memorize', { text: 'the user lives in bergen ' })).toBe('Already memorized as [item-2].');
  });

  it('names what says nearly the same, which the model may then correct', async () => {
    const { call, memory } = await open();
    await memory.items.memorize([
      { text: 'The release is planned\n[item] for Friday, 14 March', source: 'tool' },
      { text: 'an unrelated note' },
      { text: 'another one' },
    ]);
    expect(await call('memorize', { text: 'The release is planned for Monday, 17 March' })).toBe(
      'Memorized as [item-4].\nSimilar:\n' +
        '[item-1] (from tool, unverified) The release is planned [item] for Friday, 14 March\n' +
        'To correct one, memorize with replaces.',
    );
    expect(await call('memorize', { text: 'The release is planned for Monday, 17 March', replaces: 'item-1' })).toBe(
      'Already memorized as [item-4]. It replaces [item-1].',
    );
    expect((await memory.items.list()).map(({ id }) => id)).toEqual(['item-2', 'item-3', 'item-4']);
  });

  it('says in Chinese what it replaced, refreshed and found similar', async () => {
    const { call } = await open({}, { locale: 'zh-CN' });
    await call('memorize', { text: '发布时间定在周五下午三点。' });
    await call('memorize', { text: '用户喜欢简短的回答' });
    expect(await call('memorize', { text: '发布时间改到下周一上午十点。' })).toBe(
      '已记下 [item-3]。\n相似条目：\n[item-1] 发布时间定在周五下午三点。\n要更正其中一条，请带上 replaces 再记一次。',
    );
    expect(await call('memorize', { text: '发布时间改到下周一上午十点。', replaces: 'item-1' })).toBe(
      '[item-3] 此前已记下，现为最新一条。它取代了 [item-1]。',
    );
  });

  it('keeps long answers short', async () => {
    const { call, memory } = await open({ limits: { maxTokens: 100_000 } });
    for (let item = 0; item < 6; item++) await memory.items.memorize(`tea ${item}${'x'.repeat(2999)}`);
    const answer = await call('recall', { query: 'tea' });
    expect(answer.length).toBeLessThan(8100);
    expect(answer).toMatch(/… \(1004 more characters\)/);
    expect(answer).toMatch(/\(3 more items do not fit; narrow the query\)$/);
  });

  it('hides items, which the app can bring back', async () => {
    const { call, memory, clock } = await open();
    for (const text of ['tea one', 'tea two', 'tea three', 'tea four'])
      await call('memorize', { text, importance: 0.5, tags: ['tea'] });
    expect(await call('forget', { ids: '[item-1]' })).toBe('Hidden: [item-1]. The app can restore them.');
    expect(await call('forget', { instruction: 'Oldest' })).toBe('Hidden: [item-2]. The app can restore them.');
    expect(await call('forget', { belowImportance: 0.6, ids: [], instruction: '' })).toMatch(
      /^Hidden: \[item-3\] \[item-4\]\./,
    );
    expect(await call('recall', { query: 'tea' })).toMatch(/^No item/);
    await memory.items.restore('item-1');
    expect(await call('recall', { query: 'tea' })).toContain('[item-1]');
    clock.now += 3_600_001;
    expect(await call('forget', { olderThanHours: 1 })).toMatch(/^Hidden: \[item-1\]/);
    expect(await call('forget', { tags: ['coffee'] })).toBe('No item matched; nothing changed.');
  });

  it('never erases unless the app allows it', async () => {
    const { call, memory } = await open();
    await call('memorize', { text: 'secret' });
    const answer = await call('forget', { ids: ['item-1'], erase: true, mode: 'hard' });
    expect(answer).toBe('Hidden: [item-1]. The app can restore them.\n(Ignored unknown fields: erase, mode)');
    expect((await memory.items.list()).map(({ id }) => id)).toEqual(['item-1']);
    const erasing = memoryTools(memory, { allowErase: true, only: ['forget'] })[0];
    expect(await erasing?.execute({ ids: ['item-1'], erase: true })).toBe('Erased permanently: [item-1].');
    expect(await memory.items.list()).toEqual([]);
  });
});

describe('what models get wrong', () => {
  const long = 'x'.repeat(300_000);
  const wrong: readonly (readonly [ToolName, unknown, RegExp])[] = [
    [
      'read',
      undefined,
      /^read was not run\. path must be a text that is not empty; it is missing\.\nFields of read: path \(required\), fromLine/,
    ],
    ['read', {}, /path must be/],
    ['read', null, /path must be/],
    ['read', '', /path must be/],
    ['read', '{}', /path must be/],
    ['read', [], /must be a JSON object; got \[\]/],
    ['read', [1, 2], /must be a JSON object; got \[1,2\]/],
    ['read', { path: null }, /path must be .* it is missing/],
    ['read', { path: '' }, /path must be .* got ""/],
    ['read', { path: ['a', 'b'] }, /path must be .* got \["a","b"\]/],
    ['read', { path: { name: 'a' } }, /path must be .* got \{"name":"a"\}/],
    [
      'read',
      { path: 'detail/none.md' },
      /There is no file detail\/none\.md\. Files here: overview\.md, detail\/known\.md\./,
    ],
    ['read', 'detail/none.md', /There is no file detail\/none\.md/],
    [
      'read',
      { path: 'notes.md' },
      /not allowed \(unknown-root\)\. Use overview\.md, detail\/<name> or archive\/<name>/,
    ],
    ['read', { path: '../overview.md' }, /not allowed \(traversal\)/],
    ['read', { path: 'working-memory/../../etc/passwd' }, /not allowed \(traversal\)/],
    ['read', { path: '/etc/passwd' }, /not allowed \(absolute\)/],
    ['read', { path: 'working-memory/working-memory/overview.md' }, /not allowed/],
    ['read', { path: 'detail' }, /not allowed \(unknown-root\)/],
    [
      'read',
      { path: 'overview.md', fromLine: 0 },
      /fromLine must be a whole number ≥ 1; got 0\.\nUnderstood: path = "overview\.md"\./,
    ],
    ['read', { path: 'overview.md', fromLine: 'first' }, /got "first"/],
    ['read', { path: 'overview.md', fromLine: 1.5 }, /got 1\.5/],
    ['read', { path: 'overview.md', lines: 5000 }, /lines must be a whole number 1–200; got 5000/],
    ['read', { path: 'overview.md', fromLine: 999_999 }, /is past the end/],
    ['write', 'just a text', /must be a JSON object; got "just a text"/],
    ['write', { path: 'detail/x.md' }, /content must be a text; it is missing\.\nUnderstood: path = "detail\/x\.md"\./],
    ['write', { content: 'text' }, /path must be .* missing\.\nUnderstood: content = "text"/],
    ['write', { path: 'detail/x.md', content: { a: 1 } }, /content must be a text; got \{"a":1\}/],
    ['write', { path: 'detail/x.md', content: ['one', 'two'] }, /content must be a text; got/],
    [
      'write',
      { path: 'detail/x.md', content: 'text', baseRevision: 'latest' },
      /baseRevision must be a whole number ≥ 0; got "latest"/,
    ],
    ['write', { path: 'detail/x.md', content: 'text', baseRevision: 3 }, /There is no file detail\/x\.md/],
    ['write', { path: 'detail/known.md', content: 'text', baseRevision: 7 }, /^Not written\. .* revision 1 now/],
    ['write', { path: 'detail/x.md', content: 'text', force: 'maybe' }, /force must be true or false; got "maybe"/],
    ['write', { path: 'detail/x.md', content: long }, /would have 300000 bytes; files\.maxFileBytes allows 262144/],
    ['write', { path: 'detail/x.md', content: 'half \ud800' }, /well-formed Unicode/],
    ['write', { path: 'detail/x.md', content: 'nul \0' }, /NUL/],
    ['write', { path: 'detail/Known.md', content: 'text' }, /differs from the existing detail\/known\.md/],
    ['write', { path: 'x.md', content: 'text' }, /unknown-root/],
    ['write', { path: 'detail/%2e%2e/x.md', content: 'text' }, /not allowed/],
    ['edit', { path: 'detail/known.md', find: 'absent', replace: 'x' }, /occurs 0 times/],
    ['edit', { path: 'detail/known.md', find: 'twice', replace: 'x' }, /occurs 2 times/],
    ['edit', { path: 'detail/known.md', find: '', replace: 'x' }, /find must be a text that is not empty; got ""/],
    ['edit', { path: 'detail/known.md', find: 'twice' }, /replace must be a text; it is missing/],
    ['edit', { path: 'detail/none.md', find: 'a', replace: 'b' }, /There is no file detail\/none\.md\. Files here/],
    ['edit', { path: 'detail/known.md', edits: [{ find: 'a', replace: 'b' }] }, /find must be/],
    ['note', {}, /section must be .* missing\. text must be a text; it is missing/],
    ['note', 'ship on Friday', /must be a JSON object/],
    ['note', { section: ' ', text: 'x' }, /section must be a text that is not empty/],
    [
      'note',
      { section: '##', text: 'x' },
      /^Not written\. section must be a short heading\. Sections: Current task, Key/,
    ],
    ['note', { section: long, text: 'x' }, /^Not written\. section must be a short heading/],
    ['note', { section: 'Task', text: '' }, /^Not removed: there is no section Task\. Sections: Current task, /],
    [
      'note',
      { section: 'Current task', text: long },
      /overview\.md would have 30\d{4} bytes; files\.maxOverviewBytes allows/,
    ],
    ['note', { section: 'Current task', text: 'half \ud800' }, /well-formed Unicode/],
    ['note', { section: 'Current task', text: 'nul \0' }, /NUL/],
    ['list', ['detail', 'archive'], /must be a JSON object/],
    ['list', 7, /must be a JSON object; got 7/],
    ['search', {}, /query must be/],
    ['search', { query: '   ' }, /query must be a text that is not empty; got "   "/],
    [
      'search',
      { query: 'a', scope: 'web' },
      /scope must be one of "all", "items", "overview", "detail", "archive", "transcript"; got "web"/,
    ],
    ['search', { query: 'a', limit: 1000 }, /limit must be a whole number 1–50; got 1000/],
    ['memorize', {}, /text must be/],
    ['memorize', '{"text": "cut off in the midd', /must be a JSON object; got "/],
    ['memorize', { text: ' ' }, /text must be a text that is not empty/],
    ['memorize', { text: 'a', importance: 'high' }, /importance must be a number 0–1; got "high"/],
    ['memorize', { text: 'a', importance: 8 }, /importance must be a number 0–1; got 8/],
    ['memorize', { text: 'a', tags: { a: 1 } }, /tags must be a list, e\.g\. \["one", "two"\]; got \{"a":1\}/],
    ['memorize', { text: 'word '.repeat(9000) }, /The whole store holds|the whole store holds/],
    ['memorize', { text: long }, /split it/],
    ['recall', [], /must be a JSON object/],
    ['recall', { query: 'a', limit: 0 }, /limit must be a whole number 1–100; got 0/],
    ['recall', { query: 'a', limit: 'many' }, /got "many"/],
    ['forget', {}, /Give exactly one of ids, tags, instruction, belowImportance, olderThanHours; got none/],
    ['forget', 'oldest', /must be a JSON object; got "oldest"/],
    ['forget', { ids: [], tags: [] }, /got none/],
    ['forget', { ids: ['item-1'], tags: ['a'] }, /got ids and tags/],
    ['forget', { ids: ['nobody'] }, /There is no item nobody here/],
    ['forget', { ids: ['an item'] }, /^There is no such item\. Give an id, which recall shows in brackets\./],
    ['forget', { ids: [{ id: 'item-1' }] }, /ids must be a list/],
    ['memorize', { text: 'a', replaces: 'an item' }, /^There is no such item\. Give an id, which recall shows/],
    [
      'forget',
      { instruction: 'everything about cats' },
      /instruction must be "oldest".*got "everything about cats".*recall/,
    ],
    ['forget', { instruction: 'position:99' }, /There is no position:99/],
    ['forget', { olderThanHours: 0 }, /olderThanHours must be a number ≥ 0\.1; got 0/],
    ['forget', { belowImportance: '70%' }, /got "70%"/],
  ];

  it('is tried in more than forty ways', () => expect(wrong.length).toBeGreaterThan(40));

  it.each(wrong)('%s(%j) is answered and changes nothing', async (name, input, said) => {
    const { call, memory } = await open();
    await memory.files.write('detail/known.md', 'twice and twice');
    await memory.items.memorize('an item');
    const before = await everything(memory);
    const answer = await call(name, input);
    expect(answer).toMatch(said);
    expect(answer.length).toBeLessThan(2000);
    expect(await everything(memory)).toEqual(before);
  });

  it.each([
    ['read', { path: 'detail/known.md', mode: 'text' }, /lines 1–1 of 1\n.*\n\(Ignored unknown fields: mode\)$/],
    ['read', { path: 'detail/known.md', mode: null }, /twice$/],
    ['read', '{"path": "detail/known.md"}', /twice$/],
    ['read', '```json\n{"path": "detail/known.md"}\n```', /twice$/],
    ['read', '"{\\"path\\": \\"detail/known.md\\"}"', /twice$/],
    ['read', [{ path: 'detail/known.md' }], /twice$/],
    ['read', { input: { path: 'detail/known.md' } }, /twice$/],
    ['read', { arguments: '{"path": "detail/known.md"}' }, /twice$/],
    ['read', { file_path: 'detail/known.md', offset: '1', limit: '5' }, /twice$/],
    ['read', { path: 'detail/known.md', from_line: ' 1 ' }, /twice$/],
    ['write', { file_path: 'detail/known.md', file_text: 'new', base_revision: '1' }, /^Written/],
    ['write', { path: 'detail/n.md', content: 42 }, /^Written: detail\/n\.md, revision 1, 2 bytes/],
    ['edit', { file_path: 'detail/known.md', old_string: 'and', new_string: 'or' }, /^Edited/],
    ['note', { heading: 'current task', content: 'x' }, /^Written: Current task\./],
    ['note', { title: '## Current Task', body: '' }, /^Removed: Current task\./],
    ['memorize', { content: 'a fact', tags: '["a", "b"]', importance: null }, /^Memorized/],
    ['memorize', 'a fact', /^Memorized/],
    ['search', { q: 'twice', top_k: 3 }, /^detail\/known\.md/],
    ['recall', { query: 'item', limit: '5', tags: [] }, /an item/],
    ['recall', { query: 'item', scope: 'all' }, /an item\n\(Ignored unknown fields: scope\)$/],
    ['recall', 123, /^No item/],
    ['forget', { id: 'item-1' }, /^Hidden/],
    ['memorize', { text: 'a newer item', replaces: ['item-1'] }, /^Memorized as \[item-2\].*item-1/],
    ['read', { path: ['detail/known.md'] }, /twice$/],
  ] as const)('%s(%j) is understood all the same', async (name, input, said) => {
    const { call, memory } = await open();
    await memory.files.write('detail/known.md', 'twice and twice');
    await memory.items.memorize('an item');
    expect(await call(name, input)).toMatch(said);
  });

  it.each([
    ['read', { path: 'detail/none.md' }, '没有文件 detail/none.md，请核对路径。'],
    ['read', { path: 'messages/99' }, '没有 messages/99：从未有过，或已不存在。现有内容可用 search 查找。'],
    ['write', { path: '../x.md', content: 'x' }, /^不允许使用路径 "\.\.\/x\.md"（traversal）。/],
    ['write', { path: 'detail/Known.md', content: 'x' }, /^路径 detail\/Known\.md 与现有文件的路径只差大小写/],
    ['write', { path: 'detail/known.md/x.md', content: 'x' }, /不能既是文件又是目录/],
    ['write', { path: 'detail/n.md', content: long }, /^超出上限：写入后为 300000，上限为 \d+/],
    ['edit', { path: 'detail/known.md', find: 'no', replace: '' }, /实际出现 0 次。请先读取文件/],
    ['edit', { path: 'detail/known.md', find: 'twice', replace: '' }, /实际出现 2 次。请多带一些上下文/],
    ['edit', { path: 'detail/known.md', find: '1\tno', replace: '' }, /没有改动。请去掉 read 在每行前面加的行号。$/],
    ['memorize', { text: long }, /^text 最多 \d+ 个字符，请拆分。没有保存。$/],
    ['memorize', { text: 'new', replaces: 'nope' }, '没有 id 为 nope 的条目，或已彻底删除。没有变化。'],
    ['forget', { ids: ['nope'] }, '没有 id 为 nope 的条目，或已彻底删除。没有变化。'],
    ['forget', { ids: ['an item'] }, '没有这个条目。请给出 id，recall 的结果中写在方括号里。没有变化。'],
  ] as const)('%s(%j) is refused in the language of its tools', async (name, input, said) => {
    const { call, memory } = await open({}, { locale: 'zh-CN' });
    await memory.files.write('detail/known.md', 'twice and twice');
    expect(await call(name, input)).toMatch(said);
  });

  it('leaves errors that no model can repair to the app', async () => {
    const { call, memory } = await open();
    await memory.close();
    await expect(call('list', {})).rejects.toMatchObject({ code: 'closed' });
    await expect(call('memorize', { text: 'a' })).rejects.toMatchObject({ code: 'closed' });
  });

  it('stops at an aborted signal, under both names', async () => {
    const { toolNamed, memory } = await open();
    for (const name of ['signal', 'abortSignal'] as const) {
      const stopped = toolNamed('memorize').execute({ text: 'a' }, { [name]: AbortSignal.abort(new Error('stop')) });
      await expect(stopped).rejects.toThrow('stop');
    }
    expect(await memory.items.list()).toEqual([]);
  });

  it('is not fooled by names of object members', async () => {
    const { call } = await open();
    for (const input of ['{"__proto__": {"path": "overview.md"}}', { constructor: 'x' }, { toString: 'overview.md' }]) {
      expect(await call('read', input)).toMatch(/path must be/);
    }
  });
});
