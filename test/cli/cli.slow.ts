// The built command line, in processes of its own.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/entries/file-storage.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { chatgptConversation } from '../support/exports/made-up-exports.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'working-memory-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ended = (child: ChildProcessWithoutNullStreams): Promise<Ended> =>
  new Promise((resolve) => {
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('close', (code) => resolve({ code, out, err }));
  });

const run = (...args: string[]): Promise<Ended> => ended(spawn(process.execPath, [CLI, ...args], { cwd: folder }));

/** Runs the command line like in a terminal, where standard error is a screen. @param on receives what is drawn */
function watched(args: string[], on: (child: ChildProcess, drawn: string) => void): Promise<Ended> {
  const screen = ['--import', 'data:text/javascript,process.stderr.isTTY=true'];
  const child = spawn(process.execPath, [...screen, CLI, ...args], { cwd: folder });
  child.stderr.setEncoding('utf8').on('data', (drawn: string) => on(child, drawn));
  return ended(child);
}

const said = (text: string) => [{ role: 'user' as const, text }];

/** `memory` with two conversations. */
async function filled(): Promise<Ended> {
  const all = [
    chatgptConversation('n', 'Naxos', said('The ferry leaves at nine')),
    chatgptConversation('b', 'Bread', said('The PIN is 4711')),
  ];
  writeFileSync(join(folder, 'conversations.json'), JSON.stringify(all));
  return run('import', 'memory', 'conversations.json', '--from', 'chatgpt', '--workspace', 'ann');
}

describe('the command line', () => {
  it('imports, and leaves out what it has', async () => {
    expect(await filled()).toMatchObject({ code: 0, out: '2 conversations: 2 new; 2 messages stored\n', err: '' });
    const again = await run('import', 'memory', 'conversations.json', '--from', 'chatgpt', '--json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ counts: { known: 2 }, messages: { kept: 0 } });
    const { out } = await run('inspect', 'memory', '--json');
    const sessions = JSON.parse(out) as { workspace: string; session: string }[];
    expect(sessions.map(({ session }) => session)).toEqual(['chatgpt-b', 'chatgpt-n', 'main']);
    expect(new Set(sessions.map(({ workspace }) => workspace))).toEqual(new Set(['ann']));
  });

  it('draws a bar while it imports where a person watches, and ends with 130 where it is interrupted', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      chatgptConversation(`c${at}`, `Chat ${at}`, said(`The ferry ${at} leaves at nine`)),
    );
    writeFileSync(join(folder, 'conversations.json'), JSON.stringify(many));
    const call = ['import', 'memory', 'conversations.json', '--from', 'chatgpt'];
    // Once: a second interrupt ends any program of Node where it stands.
    let isInterrupted = false;
    const interrupted = await watched(call, (child, line) => {
      if (!isInterrupted && line.includes('conversation')) isInterrupted = child.kill('SIGINT');
    });
    expect(interrupted.code).toBe(130);
    expect(interrupted.err).toMatch(/\[█* *\] +\d+ %  \d+ conversations?, \d+ messages?/);
    const { code, out, err } = await watched(call, () => undefined);
    expect([code, err]).toEqual([0, expect.stringContaining('[████████████████████] 100 %')]);
    expect(out).toMatch(/^40 conversations: \d+ new/);
    expect(JSON.parse((await run('inspect', 'memory', '--json')).out)).toHaveLength(41);
    const checked = await run('check', 'memory', '--json');
    expect([checked.code, JSON.parse(checked.out)]).toEqual([0, { checked: 41, damaged: [] }]);
  });

  it('imports a folder of Markdown, and says what it left out', async () => {
    writeFileSync(join(folder, 'boat.md'), '# Boat\n\nThe rudder leaks.\n');
    writeFileSync(join(folder, 'empty.md'), '');
    const { code, out, err } = await run('import', 'memory', '.', '--from', 'markdown');
    expect([code, out]).toEqual([1, '1 conversation: 1 new; 1 message stored\n']);
    expect(err).toContain('left out: empty.md');
  });

  it('shows sessions and one of them, for a person and as JSON', async () => {
    await filled();
    const { code, out } = await run('inspect', 'memory');
    expect(code).toBe(0);
    expect(out).toMatch(/^workspace +session +title +items +messages +size +last used\nann +chatgpt-b +Bread +0 +1 /);
    const one = await run('inspect', 'memory', '--session', 'chatgpt-n');
    expect(one.out).toContain('user: The ferry leaves at nine');
    const asJson = JSON.parse((await run('inspect', 'memory', '--session', 'chatgpt-n', '--json')).out);
    expect(asJson).toMatchObject({ messages: 1, items: [] });
    expect(await run('inspect', 'nothing')).toMatchObject({ code: 1, out: '', err: 'nothing holds no session.\n' });
    expect(readdirSync(folder)).not.toContain('nothing');
  });

  it('finds what was said in any conversation, and ends with 1 where nothing is found', async () => {
    await filled();
    const { code, out } = await run('search', 'memory', 'when does the ferry leave');
    expect([code, out]).toEqual([0, expect.stringContaining('chatgpt-n  ')]);
    expect(out).toContain('The ferry leaves at nine');
    expect(JSON.parse((await run('search', 'memory', 'ferry', '--json')).out)).toMatchObject([
      { session: 'chatgpt-n', snippet: 'The ferry leaves at nine' },
    ]);
    expect(await run('search', 'memory', 'xylophone')).toMatchObject({ code: 1, err: 'Nothing was found.\n' });
  });

  it('names the conversation of each hit, also that of the one used last', async () => {
    await filled();
    const storage = fileStorage({ root: join(folder, 'memory') });
    const memory = await openWorkingMemory({ session: 'chatgpt-n', workspace: 'ann', storage, worker: false });
    await memory.items.memorize('Ann gets seasick');
    await memory.close();
    expect((await run('search', 'memory', 'when does the ferry leave')).out).toContain('chatgpt-n  message 0\n');
    expect(JSON.parse((await run('search', 'memory', 'seasick', '--json')).out)).toMatchObject([
      { session: 'chatgpt-n', snippet: 'Ann gets seasick' },
    ]);
  });

  it('exports what it can import again', async () => {
    await filled();
    expect((await run('export', 'memory', '--all', '--out', 'all.zip')).err).toMatch(/^all\.zip: [\d.]+ kB\n$/);
    const copied = await run('import', 'copy', 'all.zip', '--from', 'bundle', '--workspace', 'ann');
    expect(copied).toMatchObject({ code: 0, out: expect.stringContaining('2 messages') });
    expect((await run('search', 'copy', 'ferry')).out).toContain('at nine');
    expect(JSON.parse((await run('export', 'memory', '--session', 'chatgpt-n', '--format', 'json')).out)).toMatchObject(
      {
        session: 'chatgpt-n',
      },
    );
  });

  it('shows what forgetting would find, and erases when it is told to', async () => {
    await filled();
    const shown = await run('forget', 'memory', '4711');
    expect([shown.code, shown.out]).toEqual([1, expect.stringContaining('The PIN is 4711')]);
    expect((await run('search', 'memory', '4711')).code).toBe(0);
    const erased = await run('forget', 'memory', '4711', '--yes', '--json');
    expect(erased.code).toBe(0);
    expect(JSON.parse(erased.out)).toMatchObject({ sessions: [{ session: 'chatgpt-b', messages: [0] }], failed: [] });
    expect((await run('search', 'memory', '4711')).code).toBe(1);
  });

  it('finds damage without touching it, and repairs what can be repaired when it is told to', async () => {
    await filled();
    expect(await run('check', 'memory')).toMatchObject({ code: 0, out: '3 sessions checked, 0 damaged\n' });
    const root = join(folder, 'memory');
    const storage = fileStorage({ root });
    const memory = await openWorkingMemory({ session: 'main', workspace: 'ann', storage, worker: false });
    await memory.items.memorize('Ann gets seasick');
    await memory.close();
    const damaged = damage(root, 'main', 'seasick');
    const before = readFileSync(damaged, 'utf8');
    const found = await run('check', 'memory');
    expect([found.code, found.out]).toEqual([1, expect.stringContaining('1 damaged; --repair repairs them')]);
    expect(readFileSync(damaged, 'utf8')).toBe(before);
    expect(await run('check', 'memory', '--repair')).toMatchObject({
      code: 0,
      out: expect.stringContaining('; repaired'),
    });
    expect((await run('check', 'memory')).code).toBe(0);
    appendFileSync(damaged, '"$key":"a","text":"a row without its beginning"}\n');
    expect((await run('check', 'memory')).out).toContain('1 damaged row');
    expect((await run('check', 'memory', '--repair')).out).toContain('1 damaged row; repaired');
    expect(await run('check', 'memory')).toMatchObject({ code: 0, out: '3 sessions checked, 0 damaged\n' });
    expect(damage(root, 'main', '"head":2,')).toMatch(/journal\.jsonl$/);
    expect((await run('check', 'memory')).out).toContain('main: none, 1 damaged row');
    expect(await run('export', 'memory', '--session', 'main', '--out', 'main.zip')).toMatchObject({ code: 0 });
    expect((await run('check', 'memory', '--repair')).out).toContain('1 damaged row; repaired');
    expect((await run('check', 'memory')).code).toBe(0);
    damage(root, 'chatgpt-n', 'at nine');
    expect(await run('check', 'memory', '--repair')).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 damaged row; its damaged messages stay in storage, but are not used'),
    });
  });

  it('says what to write where it is called wrongly, with 2', async () => {
    expect(await run()).toMatchObject({ code: 2, out: expect.stringContaining('working-memory <command> <folder>') });
    expect(await run('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('  mcp      serves the memory'),
    });
    expect(await run('serch', 'memory')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command serch. Did you mean search? The commands are inspect, search'),
    });
    expect(await run('search', 'memory')).toMatchObject({
      code: 2,
      err: expect.stringContaining('working-memory search <folder> <question>'),
    });
    expect(await run('search', 'memory', 'x', '--bogus')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--bogus'),
    });
    expect(await run('search', 'memory', 'x', '--repair')).toMatchObject({
      code: 2,
      err: expect.stringContaining('search takes no --repair'),
    });
    expect(await run('mcp', 'memory', '--port', '4711')).toMatchObject({ code: 2, err: '--port needs --http.\n' });
    expect(await run('mcp', 'memory', '--http', '--port', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('got x'),
    });
    expect(await run('import', 'memory', 'none.json', '--from', 'chatgpt')).toMatchObject({
      code: 2,
      err: 'none.json does not exist.\n',
    });
    writeFileSync(join(folder, 'a.json'), '{"hello":');
    expect(await run('import', 'memory', 'a.json', '--from', 'icq')).toMatchObject({
      code: 2,
      err: expect.stringContaining('got icq'),
    });
    const broken = await run('import', 'memory', 'a.json', '--from', 'chatgpt');
    expect([broken.code, broken.err]).toEqual([3, expect.stringContaining('ends in the middle')]);
    for (const command of ['inspect', 'search', 'import', 'export', 'check', 'forget', 'mcp', 'replay'])
      expect(await run(command, '--help')).toMatchObject({
        code: 0,
        out: expect.stringContaining(`working-memory ${command} <${command === 'replay' ? 'transcript' : 'folder'}>`),
      });
  });

  it.each([
    [['serch', 'memory', 'x'], 'search'],
    [['search', 'memory', 'x', '--sesion', 'a'], 'session'],
    [['search', 'memory', 'x', '--user', 'a'], undefined],
    [['forget', 'memory', 'x', '--users', 'a'], 'user'],
    [['import', 'memory', 'a.json', '--from', 'chatgtp'], 'chatgpt'],
    [['export', 'memory', '--format', 'jsn'], 'json'],
    [['replay', 'a.json', '--from', 'anthropc'], 'anthropic'],
  ])('names the nearest to what it does not know, with 2: %j', async (args, nearest) => {
    writeFileSync(join(folder, 'a.json'), '[]');
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(/Did you mean ([\w-]+)\?/.exec(err)?.[1]).toBe(nearest);
  });

  it('says of a file that it cannot read or write what is wrong with it, with 2 or 3 and without a stack trace', async () => {
    await filled();
    mkdirSync(join(folder, 'a-folder'));
    const wrong = [
      [['export', 'memory', '--out', 'none/all.zip'], 'none/all.zip cannot be written: its folder does not exist. '],
      [['export', 'memory', '--out', 'a-folder'], 'a-folder cannot be written: it is a folder. Name a file.'],
      [['export', 'memory', '--out', 'conversations.json/x'], 'a part of its path is not a folder'],
      [['export', 'memory', '--out', `${'x'.repeat(300)}.zip`], 'the name is longer'],
      [['import', 'memory', 'a-folder', '--from', 'bundle'], 'a-folder cannot be read: it is a folder. Name a file.'],
      [['import', 'memory', 'conversations.json/x', '--from', 'chatgpt'], 'a part of its path is not a folder'],
      [['replay', 'conversations.json/x'], 'a part of its path is not a folder'],
    ] as const;
    for (const [args, reason] of wrong)
      expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(reason) });
    const noRoom = await run('export', 'memory', '--out', '/dev/full');
    if (existsSync('/dev/full')) expect(noRoom).toMatchObject({ code: 3, err: expect.stringMatching(/\(ENOSPC\)\n$/) });
    expect(await run('inspect', 'conversations.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('conversations.json is a file. Name the folder'),
    });
  });

  it('says as JSON what it exported and where it serves', async () => {
    await filled();
    const { out } = await run('export', 'memory', '--all', '--out', 'all.zip', '--json');
    const bytes = readFileSync(join(folder, 'all.zip')).length;
    expect(JSON.parse(out)).toEqual({ file: 'all.zip', format: 'zip', bytes });
    expect(JSON.parse((await run('export', 'memory', '--session', 'chatgpt-n', '--json')).out)).toMatchObject({
      session: 'chatgpt-n',
    });
    expect(await run('export', 'memory', '--format', 'zip', '--json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('leave out --format zip'),
    });
    const serving = spawn(process.execPath, [CLI, 'mcp', 'memory', '--http', '--json'], { cwd: folder });
    serving.stdout.once('data', () => serving.kill('SIGINT'));
    const served = await ended(serving);
    expect(served).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(served.out)).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/),
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await run('mcp', 'memory', '--json')).err).toContain('--json needs --http');
  });

  it('answers over a pipe all that came before its end, and then ends', async () => {
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } };
    const asked = [
      { id: 1, method: 'initialize', params: client },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'memorize', arguments: { text: 'Ann gets seasick' } } },
      { id: 3, method: 'tools/list' },
      { id: 4, method: 'tools/call', params: { name: 'recall', arguments: { query: 'taken back' } } },
      { method: 'notifications/cancelled', params: { requestId: 4 } },
    ];
    const served = spawn(process.execPath, [CLI, 'mcp', 'memory'], { cwd: folder });
    served.stdin.end(asked.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    const { code, out } = await ended(served);
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result?: object });
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    expect(answers.every(({ result }) => result)).toBe(true);
    expect(code).toBe(0);
  });

  it('names the workspaces where a folder holds several', async () => {
    await filled();
    await run('import', 'memory', 'conversations.json', '--from', 'chatgpt', '--workspace', 'ben');
    expect(await run('search', 'memory', 'ferry')).toMatchObject({
      code: 2,
      err: 'memory holds 2 workspaces; name one with --workspace: ann, ben.\n',
    });
    expect((await run('search', 'memory', 'ferry', '--workspace', 'ben')).code).toBe(0);
  });
});

/** Changes a stored text behind the memory's back. @returns the file */
function damage(root: string, session: string, text: string): string {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const file = files.find((path) => path.includes(session) && readFileSync(path, 'utf8').includes(text));
  if (file === undefined) throw new Error('No file holds the text.');
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, 'something else'));
  return file;
}

describe('the sources of the command line', () => {
  const sources = readdirSync(join(ROOT, 'cli'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const textOf = (path: string): string => readFileSync(join(ROOT, 'cli', path), 'utf8');

  it('import what the package exports, the replay, Node, the server of the protocol and leven, and nothing inside', () => {
    const foreign = sources.flatMap((path) =>
      Array.from(textOf(path).matchAll(/from '([^']+)'|import\('([^']+)'\)/g), ([, fixed, lazy]) => fixed ?? lazy ?? '')
        .filter(
          (name) =>
            !/^(node:|\.\.?\/[\w/-]+\.ts$|\.\.\/\.\.\/replay\/[\w/-]+\.ts$|working-memory(\/[\w-]+)?$|leven$|@modelcontextprotocol\/server(\/stdio)?$)/.test(
              name,
            ) || /\.\.\/\.\.\/(?!replay\/)|src\//.test(name),
        )
        .map((name) => `${path} imports ${name}`),
    );
    expect(foreign).toEqual([]);
    expect(sources.length).toBeGreaterThan(10);
  });

  it('stay within one reading', () => {
    expect(sources.filter((path) => textOf(path).split('\n').length > 300)).toEqual([]);
  });
});
