// The replay of the built command line, over a transcript that outgrows its window.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/entries/file-storage.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const CODE = 'ZX-4711-Q';
const FILLER = 'The harbour was quiet that day, and nobody asked for a boat. '.repeat(12);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'working-memory-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly policy: string;
  readonly window: string;
  readonly cost: number;
  readonly ratio: number;
  readonly facts: { readonly needed: number; readonly inView: number; readonly found: number };
  readonly lost: readonly {
    readonly fact: string;
    readonly at: number;
    readonly cutBy: string;
    readonly found: string;
  }[];
}

const run = (...args: string[]) => {
  const {
    status: code,
    stdout: out,
    stderr: err,
  } = spawnSync(process.execPath, [CLI, 'replay', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code, out, err };
};
const rowsOf = (out: string): Row[] => (JSON.parse(out) as { policies: Row[] }).policies;

/** A booking code is said at first and needed by the last call. */
const messages = [
  { role: 'system', content: 'You book boats.' },
  { role: 'user', content: 'I want to change my booking.' },
  { role: 'assistant', content: 'Which one?' },
  { role: 'user', content: `The booking code is ${CODE}.` },
  ...Array.from({ length: 12 }, (_, turn) => [
    { role: 'assistant', content: `Noted ${turn}. ${FILLER}` },
    { role: 'user', content: `And what about day ${turn}? ${FILLER}` },
  ]).flat(),
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'cancel', arguments: `{"booking":"${CODE}"}` } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Cancelled.' },
  { role: 'assistant', content: 'It is cancelled.' },
];

describe('the replay of a transcript', () => {
  it('shows what each policy costs, and which facts it lost', () => {
    writeFileSync(join(folder, 'chat.json'), JSON.stringify(messages));
    const { code, out } = run('chat.json', '--windows', '3000', '--json');
    expect(code).toBe(0);
    const found = rowsOf(out);
    expect(found.map(({ policy }) => policy)).toEqual(['unlimited', 'sliding', 'clear-results', 'summary', 'memory']);
    const of = (name: string): Row => found.find(({ policy }) => policy === name) as Row;
    expect(of('unlimited')).toMatchObject({ ratio: 1, lost: [] });
    const lost = ({ lost: facts }: Row): string[] =>
      facts.flatMap(({ found: how, fact }) => (how === 'no' ? [fact] : []));
    expect(lost(of('sliding'))).toContain(CODE);
    expect(lost(of('summary'))).toContain(CODE);
    expect(lost(of('memory'))).not.toContain(CODE);
    expect(of('sliding').lost.find(({ fact }) => fact === CODE)).toMatchObject({ cutBy: 'dropped' });
    expect(of('sliding').cost).toBeGreaterThan(of('unlimited').cost);
    expect(run('chat.json', '--windows', '3000', '--json').out).toBe(out);
  });

  it('is a table and a list for a person', () => {
    const { code, out } = run('chat.json', '--limit', '1');
    expect(code).toBe(0);
    expect(out).toMatch(/^window +policy +requests +from cache +cost +of unlimited +facts in view +found +lost\n/);
    expect(out).toMatch(/\nsliding, \d+: \d+ lost facts?\n {2}message \d+ needed ".+"; dropped at message \d+\n/);
  });

  it('shows in a terminal which policy it replays, and nothing of that elsewhere', () => {
    const screen = ['--import', 'data:text/javascript,process.stderr.isTTY=true'];
    const call = [...screen, CLI, 'replay', 'chat.json', '--windows', '3000', '--json'];
    const { stdout, stderr } = spawnSync(process.execPath, call, { cwd: folder, encoding: 'utf8' });
    for (const { policy } of rowsOf(stdout)) expect(stderr).toContain(policy);
    expect(stderr).toMatch(/\[█* *\] +\d+ %/);
    expect(run('chat.json', '--windows', '3000', '--json').err).toBe('');
  });

  it('reads what other apps and a memory itself hold', async () => {
    const lines = messages.slice(1, -3).map((message) => JSON.stringify(message));
    writeFileSync(join(folder, 'chat.jsonl'), lines.join('\n'));
    expect(run('chat.jsonl', '--from', 'plain', '--windows', '3000').out).toContain('memory');
    const storage = fileStorage({ root: join(folder, 'memory') });
    const memory = await openWorkingMemory({ session: 'chat', storage, worker: false });
    for (const { role, content } of messages.slice(1, -3))
      await memory.transcript.append({ role: role as 'user', text: content });
    await memory.close();
    await storage.close();
    expect(rowsOf(run('memory', '--windows', '3000', '--json').out)).toHaveLength(5);
  });

  it('says what to write where there is nothing to replay', () => {
    expect(run('none.json')).toMatchObject({ code: 2, err: 'none.json does not exist.\n' });
    expect(run('chat.json', '--windows', 'large')).toMatchObject({
      code: 2,
      err: expect.stringContaining('got large'),
    });
    expect(run('chat.json', '--from', 'icq')).toMatchObject({ code: 2, err: expect.stringContaining('got icq') });
    writeFileSync(join(folder, 'short.json'), JSON.stringify(messages.slice(0, 4)));
    expect(run('short.json')).toMatchObject({ code: 1, err: expect.stringContaining('short.json is too short') });
    writeFileSync(join(folder, 'broken.json'), '[{"role":"user"');
    expect(run('broken.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('broken.json holds no messages'),
    });
    writeFileSync(join(folder, 'alone.json'), JSON.stringify(messages.slice(0, 2)));
    expect(run('alone.json')).toMatchObject({ code: 1, err: expect.stringContaining('no answer of a model') });
  });
});
