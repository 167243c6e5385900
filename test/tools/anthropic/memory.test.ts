// Anthropic's memory tool over the tree: its strings word for word, without the bugs of its reference implementation.
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../../src/entries/index.ts';
import { anthropicMemoryTool } from '../../../src/entries/tools.ts';

async function open(files: Readonly<Record<string, string>> = {}) {
  const memory = await openWorkingMemory({ session: 'claude', storage: memoryStorage(), worker: false });
  for (const [path, text] of Object.entries(files)) await memory.files.write(path, text);
  const { execute } = anthropicMemoryTool(memory);
  const run = (command: string, input: Readonly<Record<string, unknown>>): Promise<string> =>
    execute({ command, ...input });
  const textOf = async (path: string): Promise<string> => (await memory.files.read(path)).text;
  const paths = async (): Promise<string[]> => (await memory.files.list()).map(({ path }) => path);
  return { memory, execute, run, textOf, paths };
}

it('has the type and name that the API knows', async () => {
  const { memory } = await open();
  expect(JSON.parse(JSON.stringify(anthropicMemoryTool(memory)))).toEqual({ type: 'memory_20250818', name: 'memory' });
});

describe('view', () => {
  it('lists two levels of a directory with sizes', async () => {
    const { memory, run } = await open({
      'detail/b.md': 'x'.repeat(1536),
      'detail/a/one.md': 'x'.repeat(512),
      'detail/a-z.md': 'x'.repeat(100),
      'archive/old.md': 'x'.repeat(2048),
    });
    const overview = (await memory.files.list()).find(({ path }) => path === 'overview.md')?.bytes ?? 0;
    const k = (bytes: number): string => (bytes < 1024 ? `${bytes}B` : `${(bytes / 1024).toFixed(1)}K`);
    expect(await run('view', { path: '/memories' })).toBe(
      [
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
        `${k(overview + 4196)}\t/memories`,
        '2K\t/memories/archive/',
        '2K\t/memories/archive/old.md',
        '2.1K\t/memories/detail/',
        '512B\t/memories/detail/a/',
        '100B\t/memories/detail/a-z.md',
        '1.5K\t/memories/detail/b.md',
        `${k(overview)}\t/memories/overview.md`,
      ].join('\n'),
    );
    const detail = [
      "Here're the files and directories up to 2 levels deep in /memories/detail, excluding hidden items and node_modules:",
      '2.1K\t/memories/detail',
      '512B\t/memories/detail/a/',
      '512B\t/memories/detail/a/one.md',
      '100B\t/memories/detail/a-z.md',
      '1.5K\t/memories/detail/b.md',
    ].join('\n');
    expect(await run('view', { path: '/memories/detail' })).toBe(detail);
    expect(await run('view', { path: '/memories/detail/' })).toBe(detail);
  });

  it('shows the two directories of a new memory, empty', async () => {
    const { run } = await open();
    expect(await run('view', { path: '/memories/' })).toMatch(
      /\n0B\t\/memories\/archive\/\n0B\t\/memories\/detail\/\n.*\t\/memories\/overview\.md$/,
    );
    expect(await run('view', { path: '/memories/archive' })).toMatch(/node_modules:\n0B\t\/memories\/archive$/);
  });

  it('shows a file with line numbers, or a range of it', async () => {
    const { run } = await open({ 'detail/a.md': 'one\ntwo\nthree\n' });
    expect(await run('view', { path: '/memories/detail/a.md' })).toBe(
      "Here's the content of /memories/detail/a.md with line numbers:\n     1\tone\n     2\ttwo\n     3\tthree\n     4\t",
    );
    const two = "Here's the content of /memories/detail/a.md with line numbers:\n     2\ttwo\n     3\tthree";
    for (const view_range of [[2, 3], ['2', '3'], '[2, 3]'])
      expect(await run('view', { path: '/memories/detail/a.md', view_range })).toBe(two);
    expect(await run('view', { path: '/memories/detail/a.md', view_range: [3, -1] })).toMatch(
      /:\n {5}3\tthree\n {5}4\t$/,
    );
    expect(await run('view', { path: '/memories/detail/a.md', view_range: [9, 12] })).toBe(
      'Error: Invalid `view_range` parameter: [9, 12]. It should be within the range of lines of the file: [1, 4]',
    );
  });

  it('cuts a long file at a line and says how to see the rest', async () => {
    const { run } = await open({ 'detail/long.md': Array.from({ length: 1000 }, () => 'x'.repeat(99)).join('\n') });
    const answer = await run('view', { path: '/memories/detail/long.md' });
    expect(answer.length).toBeLessThan(18_000);
    expect(answer).toMatch(/\n {3}160\tx+\n\(Too long to show at once; lines 161 to 1000: view_range \[161, 1000\]\)$/);
  });

  it('says that it cut a line, names only lines that are there, and does not count the file as seen', async () => {
    const { memory, run } = await open({
      'detail/last.md': 'word '.repeat(6000),
      'detail/middle.md': ['head', `${'word '.repeat(6000)}the end of it`, 'tail'].join('\n'),
    });
    const [last, middle] = ['/memories/detail/last.md', '/memories/detail/middle.md'];
    expect(await run('view', { path: last })).toMatch(
      /\n\(Too long to show at once; line 1 is cut after 16000 characters\)$/,
    );
    const answer = await run('view', { path: middle });
    expect(answer).toMatch(/ {5}1\thead\n\(Too long to show at once; lines 2 to 3: view_range \[2, 3\]\)$/);
    expect(await run('view', { path: middle, view_range: [2, 3] })).toMatch(
      /\n\(Too long to show at once; line 2 is cut after 16000 characters; lines 3 to 3: view_range \[3, 3\]\)$/,
    );
    expect(await run('view', { path: middle, view_range: [2, 2] })).toMatch(
      /; line 2 is cut after 16000 characters\)$/,
    );
    expect(await run('view', { path: middle, view_range: [3, 3] })).toMatch(/:\n {5}3\ttail$/);
    for (const path of ['detail/last.md', 'detail/middle.md'])
      expect(await memory.files.lastSeen(path)).toBeUndefined();
  });

  it('says when there is nothing', async () => {
    const { run } = await open();
    expect(await run('view', { path: '/memories/detail/none.md' })).toBe(
      'The path /memories/detail/none.md does not exist. Please provide a valid path.',
    );
  });
});

describe('create', () => {
  it('makes a file, by the model', async () => {
    const { memory, run, textOf } = await open();
    expect(await run('create', { path: '/memories/detail/a.md', file_text: 'text\n' })).toBe(
      'File created successfully at: /memories/detail/a.md',
    );
    expect(await textOf('detail/a.md')).toBe('text\n');
    expect((await memory.files.read('detail/a.md')).source).toBe('assistant');
  });

  it('never overwrites', async () => {
    const { run, textOf } = await open({ 'detail/a.md': 'old' });
    expect(await run('create', { path: '/memories/detail/a.md', file_text: 'new' })).toBe(
      'Error: File /memories/detail/a.md already exists',
    );
    expect(await run('create', { path: '/memories/overview.md', file_text: 'new' })).toBe(
      'Error: File /memories/overview.md already exists',
    );
    expect(await textOf('detail/a.md')).toBe('old');
  });

  it('can make a file again that was deleted', async () => {
    const { run, textOf } = await open({ 'detail/a.md': 'old' });
    await run('delete', { path: '/memories/detail/a.md' });
    await run('create', { path: '/memories/detail/a.md', file_text: 'new' });
    expect(await textOf('detail/a.md')).toBe('new');
  });
});

describe('str_replace', () => {
  it('replaces a passage and shows the lines around it', async () => {
    const { run, textOf } = await open({ 'detail/a.md': '1\n2\n3\nfour\n5\n6\n7\n' });
    expect(
      await run('str_replace', { path: '/memories/detail/a.md', old_str: 'four', new_str: 'FOUR\nand more' }),
    ).toBe(
      [
        'The memory file has been edited. Here is the snippet showing the change (with line numbers):',
        '     2\t2',
        '     3\t3',
        '     4\tFOUR',
        '     5\tand more',
        '     6\t5',
        '     7\t6',
      ].join('\n'),
    );
    expect(await textOf('detail/a.md')).toBe('1\n2\n3\nFOUR\nand more\n5\n6\n7\n');
  });

  it('finds lines that end as in Windows, and keeps their ends', async () => {
    const { run, textOf } = await open({ 'detail/a.md': 'one\r\ntwo\r\nthree\r\n' });
    await run('str_replace', { path: '/memories/detail/a.md', old_str: 'one\ntwo', new_str: '1\n2' });
    expect(await textOf('detail/a.md')).toBe('1\r\n2\r\nthree\r\n');
  });

  it('refuses what is not there, stands there twice, or is no file', async () => {
    const { run } = await open({ 'detail/a.md': 'tea\ncoffee\ntea tea\n' });
    const replace = (path: string, old_str: string) => run('str_replace', { path, old_str, new_str: 'x' });
    expect(await replace('/memories/detail/a.md', 'milk')).toBe(
      'No replacement was performed, old_str `milk` did not appear verbatim in /memories/detail/a.md.',
    );
    expect(await replace('/memories/detail/a.md', 'tea')).toBe(
      'No replacement was performed. Multiple occurrences of old_str `tea` in lines: 1, 3. Please ensure it is unique',
    );
    const missing = (path: string): string => `Error: The path ${path} does not exist. Please provide a valid path.`;
    for (const path of ['/memories/detail/none.md', '/memories/detail', '/memories'])
      expect(await replace(path, 'tea')).toBe(missing(path));
  });

  it('finds a passage of several lines, and counts it over the whole text', async () => {
    const { run, textOf } = await open({ 'detail/a.md': 'a\nb\nc\n', 'detail/twice.md': 'a\nb\n-\na\nb\n' });
    expect(await run('str_replace', { path: '/memories/detail/a.md', old_str: 'a\nb', new_str: 'x' })).toMatch(
      /^The memory file has been edited/,
    );
    expect(await textOf('detail/a.md')).toBe('x\nc\n');
    expect(await run('str_replace', { path: '/memories/detail/twice.md', old_str: 'a\nb', new_str: 'x' })).toContain(
      'in lines: 1, 4.',
    );
  });

  it('refuses a passage that stands twice in one line', async () => {
    const { run } = await open({ 'detail/a.md': 'tea tea\n' });
    expect(await run('str_replace', { path: '/memories/detail/a.md', old_str: 'tea', new_str: 'x' })).toContain(
      'Multiple occurrences of old_str `tea` in lines: 1.',
    );
  });

  it('removes the passage when new_str is left out', async () => {
    const { run, textOf } = await open({ 'detail/a.md': 'keep drop keep2' });
    await run('str_replace', { path: '/memories/detail/a.md', old_str: ' drop' });
    expect(await textOf('detail/a.md')).toBe('keep keep2');
  });

  it('takes `$&` and its kind literally', async () => {
    const { run, textOf } = await open({ 'detail/a.md': 'cost: N!' });
    await run('str_replace', { path: '/memories/detail/a.md', old_str: 'N', new_str: "$& $$ $` $' $1" });
    expect(await textOf('detail/a.md')).toBe("cost: $& $$ $` $' $1!");
  });

  it('says when the passage is kept by the system', async () => {
    const { run } = await open({ 'detail/a.md': '# Apples' });
    expect(
      await run('str_replace', { path: '/memories/overview.md', old_str: '- detail/a.md: Apples', new_str: '' }),
    ).toMatch(/^Error: Nothing changed: the system maintains this part of \/memories\/overview\.md\./);
  });
});

describe('insert', () => {
  const cases: readonly (readonly [text: string, line: number, inserted: string, result: string])[] = [
    ['a\nb\n', 0, 'x\n', 'x\na\nb\n'],
    ['a\nb\n', 1, 'x', 'a\nx\nb\n'],
    ['a\nb\n', 2, 'x\n', 'a\nb\nx\n'],
    ['a\nb\n', 3, 'x\n', 'a\nb\nx\n'],
    ['a\nb', 2, 'x\n', 'a\nb\nx'],
    ['a\nb', 0, 'x\ny\n', 'x\ny\na\nb'],
    ['', 0, 'x', 'x\n'],
    ['', 1, 'x', 'x\n'],
    ['a\n', 1, '$&', 'a\n$&\n'],
  ];

  it.each(cases)('into %j after line %i', async (text, insert_line, insert_text, result) => {
    const { run, textOf } = await open({ 'detail/a.md': text });
    expect(await run('insert', { path: '/memories/detail/a.md', insert_line, insert_text })).toBe(
      'The file /memories/detail/a.md has been edited.',
    );
    expect(await textOf('detail/a.md')).toBe(result);
  });

  it('refuses a line that is not there, and what is no file', async () => {
    const { run } = await open({ 'detail/a.md': 'a\nb' });
    for (const insert_line of [-1, 3]) {
      expect(await run('insert', { path: '/memories/detail/a.md', insert_line, insert_text: 'x' })).toBe(
        `Error: Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, 2]`,
      );
    }
    for (const path of ['/memories/detail/none.md', '/memories/detail']) {
      expect(await run('insert', { path, insert_line: 0, insert_text: 'x' })).toBe(
        `Error: The path ${path} does not exist`,
      );
    }
  });
});

describe('delete', () => {
  it('removes a file or a directory with everything in it', async () => {
    const { run, paths } = await open({
      'detail/a.md': 'a',
      'detail/b/one.md': '1',
      'detail/b/two/deep.md': '2',
      'detail/bb.md': 'b',
    });
    expect(await run('delete', { path: '/memories/detail/a.md' })).toBe('Successfully deleted /memories/detail/a.md');
    expect(await run('delete', { path: '/memories/detail/b' })).toBe('Successfully deleted /memories/detail/b');
    expect(await paths()).toEqual(['detail/bb.md', 'overview.md']);
  });

  it('keeps the roots and the overview', async () => {
    const { run, paths } = await open({ 'detail/a.md': 'a' });
    expect(await run('delete', { path: '/memories/detail/none.md' })).toBe(
      'Error: The path /memories/detail/none.md does not exist',
    );
    for (const path of ['/memories', '/memories/detail', '/memories/archive']) {
      expect(await run('delete', { path })).toBe(`Error: Cannot delete the ${path} directory itself`);
    }
    expect(await run('delete', { path: '/memories/' })).toBe('Error: Cannot delete the /memories directory itself');
    expect(await run('delete', { path: '/memories/overview.md' })).toMatch(
      /^Error: \/memories\/overview\.md cannot be deleted/,
    );
    expect(await paths()).toEqual(['detail/a.md', 'overview.md']);
  });
});

describe('rename', () => {
  it('moves a file or a directory', async () => {
    const { run, paths } = await open({ 'detail/a.md': 'a', 'detail/b/one.md': '1', 'detail/b/two/deep.md': '2' });
    expect(await run('rename', { old_path: '/memories/detail/a.md', new_path: '/memories/archive/a.md' })).toBe(
      'Successfully renamed /memories/detail/a.md to /memories/archive/a.md',
    );
    expect(await run('rename', { old_path: '/memories/detail/b', new_path: '/memories/archive/b' })).toBe(
      'Successfully renamed /memories/detail/b to /memories/archive/b',
    );
    expect(await paths()).toEqual(['archive/a.md', 'archive/b/one.md', 'archive/b/two/deep.md', 'overview.md']);
  });

  it('refuses what is missing, what is taken, and the roots', async () => {
    const { run, paths } = await open({ 'detail/a.md': 'a', 'detail/b/one.md': '1' });
    const before = await paths();
    const rename = (old_path: string, new_path: string) =>
      run('rename', { old_path: `/memories${old_path}`, new_path: `/memories${new_path}` });
    expect(await rename('/detail/none.md', '/detail/c.md')).toBe(
      'Error: The path /memories/detail/none.md does not exist',
    );
    for (const taken of ['/detail/b/one.md', '/detail/b', '/overview.md', '/detail', '']) {
      expect(await rename('/detail/a.md', taken)).toBe(`Error: The destination /memories${taken} already exists`);
    }
    expect(await rename('/detail/b', '/detail/b/c')).toBe('Error: Cannot move /memories/detail/b into itself');
    for (const root of ['', '/detail'])
      expect(await rename(root, '/archive/all')).toBe(`Error: Cannot rename the /memories${root} directory itself`);
    expect(await rename('/overview.md', '/detail/o.md')).toMatch(/^Error: \/memories\/overview\.md cannot be renamed/);
    expect(await paths()).toEqual(before);
  });
});

describe('paths', () => {
  it('below /memories without a folder are files in detail/, and shown there', async () => {
    const { run, paths } = await open();
    expect(await run('create', { path: '/memories/x.md', file_text: 'one\n' })).toBe(
      'File created successfully at: /memories/detail/x.md',
    );
    expect(await run('create', { path: '/memories/notes/y.md', file_text: 'y' })).toBe(
      'File created successfully at: /memories/detail/notes/y.md',
    );
    expect(await paths()).toEqual(['detail/notes/y.md', 'detail/x.md', 'overview.md']);
    const shown = "Here's the content of /memories/detail/x.md with line numbers:\n     1\tone\n     2\t";
    expect(await run('view', { path: '/memories/x.md' })).toBe(shown);
    expect(await run('view', { path: '/memories/detail/x.md' })).toBe(shown);
    expect(await run('view', { path: '/memories/notes' })).toContain('\t/memories/detail/notes/y.md');
    expect(await run('create', { path: '/memories/detail/x.md', file_text: '' })).toBe(
      'Error: File /memories/detail/x.md already exists',
    );
  });

  it('come back from every listing as they went in', async () => {
    const { run, memory } = await open({ 'detail/a.md': 'a', 'detail/b/c.md': 'c', 'archive/d.md': 'd' });
    for (const { path, bytes } of await memory.files.list()) {
      const shown = await run('view', { path: `/memories/${path}` });
      const [, named] = /^Here's the content of (\S+) with/.exec(shown) ?? [];
      expect(named).toBe(`/memories/${path}`);
      expect(bytes).toBeGreaterThan(0);
    }
    const listed = [...(await run('view', { path: '/memories' })).matchAll(/\t(\S+\.md)$/gm)].map(([, path]) => path);
    expect(listed).toEqual(['/memories/archive/d.md', '/memories/detail/a.md', '/memories/overview.md']);
    for (const path of listed) expect(await run('view', { path })).toContain(`content of ${path} with`);
  });

  const STARTS = 'Error: Path must start with /memories, got: ';
  const escapes = (path: string): string => `Error: Path ${path} would escape /memories directory`;
  it.each([
    ['/etc/passwd', `${STARTS}/etc/passwd`],
    ['memories/a.md', `${STARTS}memories/a.md`],
    ['/memories-of-others/a.md', `${STARTS}/memories-of-others/a.md`],
    ['/memoriesx', `${STARTS}/memoriesx`],
    ['overview.md', `${STARTS}overview.md`],
    ['/memories/../etc/passwd', escapes('/memories/../etc/passwd')],
    ['/memories/detail/../../x', escapes('/memories/detail/../../x')],
    ['/memories/..', escapes('/memories/..')],
    ['/memories/..\\x', escapes('/memories/..\\x')],
    ['/memories/%2e%2e/x', escapes('/memories/%2e%2e/x')],
    ['/memories/%2E%2E%2Fx', escapes('/memories/%2E%2E%2Fx')],
    ['/memories/%252e%252e/x', escapes('/memories/%252e%252e/x')],
  ])('%s is refused by every command', async (path, said) => {
    const { run, paths } = await open({ 'detail/a.md': 'a' });
    expect(await run('view', { path })).toBe(said);
    expect(await run('create', { path, file_text: 'x' })).toBe(said);
    expect(await run('str_replace', { path, old_str: 'a', new_str: 'b' })).toBe(said);
    expect(await run('insert', { path, insert_line: 0, insert_text: 'x' })).toBe(said);
    expect(await run('delete', { path })).toBe(said);
    expect(await run('rename', { old_path: path, new_path: '/memories/b.md' })).toBe(said);
    expect(await run('rename', { old_path: '/memories/a.md', new_path: path })).toBe(said);
    expect(await paths()).toEqual(['detail/a.md', 'overview.md']);
  });

  it.each([
    ['/memories/.hidden', 'hidden'],
    ['/memories//x.md', 'empty-segment'],
    ['/memories/./x.md', 'traversal'],
    ['/memories/a\0.md', 'control-character'],
    ['/memories/a\\b.md', 'forbidden-character'],
    ['/memories/Overview.md', 'unknown-root'],
    ['/memories/DETAIL/x.md', 'unknown-root'],
    ['/memories/overview.md/x.md', 'unknown-root'],
    ['/memories/a/b/c/d/e.md', 'too-deep'],
    ['/memories/detail/con.md', 'reserved-name'],
  ])('%j breaks the rule %s', async (path, rule) => {
    const { run, paths } = await open();
    const answer = await run('create', { path, file_text: 'x' });
    expect(answer).toMatch(/^Error: Path \/memories\/.* is not allowed \(/s);
    expect(answer).toContain(
      `(${rule}). Use /memories/overview.md, /memories/detail/<name> or /memories/archive/<name>.`,
    );
    expect(await paths()).toEqual(['overview.md']);
  });

  it('that differ only in case are refused by the name the model knows', async () => {
    const { run } = await open({ 'detail/a.md': 'a' });
    expect(await run('create', { path: '/memories/A.md', file_text: 'x' })).toMatch(
      /^Error: Path \/memories\/detail\/A\.md differs from the existing \/memories\/detail\/a\.md .* Use \/memories\/detail\/a\.md\.$/,
    );
  });
});

describe('what models get wrong', () => {
  it.each([
    [
      undefined,
      /^Error: command must be one of "view", "create", "str_replace", "insert", "delete", "rename"; it is missing\.$/,
    ],
    [{}, /it is missing/],
    [{ command: 'open', path: '/memories' }, /got "open"/],
    ['nonsense', /got "nonsense"/],
    [[], /must be a JSON object/],
    [{ command: 'view' }, /^Error: view: path must be a text that is not empty; it is missing\.$/],
    [{ command: 'view', path: '/memories/overview.md', view_range: 'all' }, /view_range must be a list/],
    [{ command: 'view', path: '/memories/overview.md', view_range: [1] }, /view_range must be a list/],
    [{ command: 'create', path: '/memories/a.md' }, /file_text must be a text; it is missing/],
    [
      { command: 'create', path: '/memories/a.md', file_text: 'x'.repeat(300_000) },
      /^Error: \/memories\/detail\/a\.md would have 300000 bytes/,
    ],
    [
      { command: 'str_replace', path: '/memories/overview.md', old_str: '' },
      /old_str must be a text that is not empty/,
    ],
    [
      { command: 'insert', path: '/memories/overview.md', insert_line: 'top', insert_text: 'x' },
      /insert_line must be a whole number; got "top"/,
    ],
    [
      { command: 'insert', path: '/memories/overview.md', insert_text: 'x' },
      /insert_line must be a whole number; it is missing/,
    ],
    [{ command: 'rename', old_path: '/memories/a.md' }, /new_path must be/],
    ['{"command": "delete"}', /delete: path must be/],
  ])('%j is answered and changes nothing', async (input, said) => {
    const { execute, memory, textOf, paths } = await open();
    const before = await textOf('overview.md');
    expect(await execute(input)).toMatch(said);
    expect([await paths(), await textOf('overview.md'), (await memory.files.read('overview.md')).revision]).toEqual([
      ['overview.md'],
      before,
      1,
    ]);
  });

  it('understands numbers in strings and a command in JSON', async () => {
    const { execute, textOf } = await open({ 'detail/a.md': 'a\n' });
    await execute('{"command": "insert", "path": "/memories/a.md", "insert_line": "1", "insert_text": "b"}');
    expect(await textOf('detail/a.md')).toBe('a\nb\n');
  });

  it('leaves errors that no model can repair to the app', async () => {
    const { execute, memory } = await open();
    await memory.close();
    await expect(execute({ command: 'view', path: '/memories' })).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('the address of a text that is no file', () => {
  it('is opened by view below /memories, and written by no command', async () => {
    const { memory, run, paths } = await open();
    const results = [{ id: 'call_1', text: 'one\ntwo\nthree' }];
    await memory.transcript.append([
      { role: 'user', text: 'How is the harbour?' },
      { role: 'tool', text: '', results },
    ]);
    const { items } = await memory.items.memorize('The harbour opens at six.');
    const item = `/memories/items/${items[0]?.id}`;
    const before = await paths();
    expect(await run('view', { path: '/memories/messages/0' })).toBe(
      "Here's the content of /memories/messages/0 with line numbers:\n     1\tHow is the harbour?",
    );
    expect(await run('view', { path: '/memories/results/1.1', view_range: [2, 3] })).toBe(
      "Here's the content of /memories/results/1.1 with line numbers:\n     2\ttwo\n     3\tthree",
    );
    expect(await run('view', { path: '/memories/results/call_1' })).toContain('     3\tthree');
    expect(await run('view', { path: item })).toContain('The harbour opens at six.');
    for (const path of ['/memories/messages/9', '/memories/results/1.2', '/memories/items/none'])
      expect(await run('view', { path })).toBe(`The path ${path} does not exist. Please provide a valid path.`);
    for (const path of ['/memories/messages/0', '/memories/results/1.1', item]) {
      expect(await run('create', { path, file_text: 'x' })).toMatch(/^Error: .* is read only/);
      expect(await run('str_replace', { path, old_str: 'o', new_str: 'x' })).toMatch(/does not exist/);
      expect(await run('insert', { path, insert_line: 0, insert_text: 'x' })).toMatch(/does not exist/);
      expect(await run('delete', { path })).toMatch(/does not exist/);
      expect(await run('rename', { old_path: path, new_path: '/memories/a.md' })).toMatch(/does not exist/);
      expect(await run('rename', { old_path: '/memories/overview.md', new_path: path })).toMatch(/^Error/);
    }
    expect(await paths()).toEqual(before);
  });

  it('gives way to a file of that name', async () => {
    const { run } = await open({ 'detail/results/summary.md': 'A summary.' });
    expect(await run('view', { path: '/memories/results/summary.md' })).toContain('     1\tA summary.');
    expect(await run('create', { path: '/memories/results/other.md', file_text: 'x' })).toMatch(/^File created/);
  });
});
