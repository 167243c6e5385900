// Several real processes on one session, some of them killed in the middle of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/adapters/file-storage.ts';

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ADDRESS = { workspace: '/work', session: 'counted' };

let folder: string;
let adapter: string;
let root: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'working-memory-'));
  const bundled = (await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { target: 'node' },
    build: { ssr: source('src/adapters/file-storage.ts'), write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  const path = join(folder, 'file-storage.mjs');
  await writeFile(path, bundled.output[0].code);
  adapter = pathToFileURL(path).href;
});
beforeEach(async () => {
  root = await mkdtemp(join(folder, 'root-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Child {
  readonly process: ChildProcess;
  /** Acknowledged commits as [name, turn, head]. */
  readonly acknowledged: string[];
  readonly ended: Promise<{ readonly code: number | null; readonly complaint: string }>;
}

function start(name: string, times: number): Child {
  const child = spawn(process.execPath, [source('test/support/commit-many.mjs'), adapter, root, name, String(times)]);
  let said = '';
  let complaint = '';
  const acknowledged: string[] = [];
  child.stdout.on('data', (part: unknown) => {
    const lines = (said + String(part)).split('\n');
    said = lines.pop() ?? '';
    acknowledged.push(...lines);
  });
  child.stderr.on('data', (part: unknown) => (complaint += String(part)));
  const ended = new Promise<{ code: number | null; complaint: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, complaint })),
  );
  return { process: child, acknowledged, ended };
}

async function expectNothingLost(children: readonly Child[]): Promise<number> {
  const storage = fileStorage({ root });
  const { manifest, rows } = await storage.load(ADDRESS, ['items', 'files']);
  const journal = await storage.journal(ADDRESS, 0, 1_000_000);
  const messages = await storage.rows(ADDRESS, 'messages', '', 1_000_000);
  const head = manifest?.head ?? 0;
  expect(rows.map(({ value }) => value?.count ?? value?.text).sort()).toEqual([`count ${head}`, head].sort());
  expect(journal.map((entry) => entry.head)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
  const told = journal.map(
    ({ head: at, events }) => `${(events[0] as { by: string }).by} ${(events[0] as { turn: number }).turn} ${at}`,
  );
  expect(messages.map(({ key, value }) => `${value?.by} ${value?.turn} ${Number(key)}`)).toEqual(told);
  const acknowledged = children.flatMap((child) => child.acknowledged);
  expect(acknowledged.filter((line) => !told.includes(line))).toEqual([]);
  const transcript = await readFile(join(root, '--work--/counted/messages.jsonl'), 'utf8');
  expect(transcript.trimEnd().split('\n')).toHaveLength(head);
  return head;
}

describe('two processes', () => {
  it('interleave several hundred commits and lose none', async () => {
    const children = [start('one', 250), start('two', 250)];
    const heads = new Set<number>();
    while (children.some(({ process }) => process.exitCode === null)) {
      const { manifest, rows } = await fileStorage({ root }).load(ADDRESS, ['items', 'files', 'messages']);
      const head = manifest?.head ?? 0;
      heads.add(head);
      const seen = [
        rows.length,
        ...rows.filter(({ store }) => store !== 'messages').map(({ value }) => value?.count ?? value?.text),
      ];
      expect(seen, 'what a reader sees meanwhile').toEqual(head === 0 ? [0] : [head + 2, head, `count ${head}`]);
    }
    expect(heads.size, 'heads seen').toBeGreaterThan(10);
    for (const { ended } of children) expect(await ended).toEqual({ code: 0, complaint: '' });
    expect(await expectNothingLost(children)).toBe(500);
    const order = (await fileStorage({ root }).journal(ADDRESS, 0, 999)).map(
      ({ events }) => (events[0] as { by: string }).by,
    );
    const changes = order.filter((by, index) => index > 0 && by !== order[index - 1]).length;
    expect(changes, 'turns taken').toBeGreaterThan(10);
  });

  it('go on after others were killed at any moment', async () => {
    const children: Child[] = [];
    const living = start('living', 150);
    children.push(living);
    for (let victim = 0; victim < 12 && living.process.exitCode === null; victim++) {
      const child = start(`victim-${victim}`, 10_000);
      children.push(child);
      // The first acknowledged commit says that it is in the middle of things.
      await new Promise<void>((resolve) => {
        child.process.stdout?.once('data', () => resolve());
        void child.ended.then(() => resolve());
      });
      await new Promise((resolve) => setTimeout(resolve, victim * 3.7));
      child.process.kill('SIGKILL');
      const { complaint } = await child.ended;
      expect(complaint).toBe('');
    }
    expect(await living.ended).toEqual({ code: 0, complaint: '' });
    expect(await expectNothingLost(children)).toBeGreaterThan(150);
  });
});
