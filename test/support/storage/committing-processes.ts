// Real processes that commit to one session through one kind of storage, and checks of the result.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect } from 'vitest';
import type { JournalEntry, Storage } from '../../../src/storage/port.ts';
import { temporaryFolder } from './temporary-folders.ts';

export const SHARED_SESSION = { workspace: '/work', session: 'counted' };

export interface CommittingProcess {
  readonly process: ChildProcess;
  /** Acknowledged commits as [name, turn, head]. */
  readonly acknowledged: string[];
  readonly ended: Promise<{ readonly code: number | null; readonly complaint: string }>;
}

/** `owner` is a file with the exports that `script`, a file beside this one, needs. */
export async function committingProcesses(
  owner: URL,
  script = 'commit-many.mjs',
): Promise<(place: string, name: string, times: number, hesitatesMs?: number) => CommittingProcess> {
  const bundled = (await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: fileURLToPath(owner),
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const path = join(await temporaryFolder(), 'owner.mjs');
  await writeFile(path, bundled.output[0].code);
  return (place, name, times, ...more) =>
    start(script, [pathToFileURL(path).href, place, name, ...[times, ...more].map(String)]);
}

const beside = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

function start(script: string, args: readonly string[]): CommittingProcess {
  const child = spawn(process.execPath, [beside(script), ...args]);
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

/** Expects every commit counted once and every acknowledged one stored. Returns the number of commits. */
export async function expectNothingLost(storage: Storage, children: readonly CommittingProcess[]): Promise<number> {
  const { manifest, rows } = await storage.load(SHARED_SESSION, ['items', 'files']);
  const journal = (await storage.journal(SHARED_SESSION, 0, 1_000_000)) as readonly JournalEntry[];
  const messages = await storage.rows(SHARED_SESSION, 'messages', '', 1_000_000);
  const head = manifest?.head ?? 0;
  expect(rows.map(({ value }) => value?.count ?? value?.text).sort()).toEqual([`count ${head}`, head].sort());
  expect(journal.map((entry) => entry.head)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
  const told = journal.map(
    ({ head: at, events }) => `${(events[0] as { by: string }).by} ${(events[0] as { turn: number }).turn} ${at}`,
  );
  expect(messages.map(({ key, value }) => `${value?.by} ${value?.turn} ${Number(key)}`)).toEqual(told);
  const acknowledged = children.flatMap((child) => child.acknowledged);
  expect(acknowledged.filter((line) => !told.includes(line))).toEqual([]);
  return head;
}

/** Returns how often another process took its turn. */
export async function turnsTaken(storage: Storage): Promise<number> {
  const journal = (await storage.journal(SHARED_SESSION, 0, 1_000_000)) as readonly JournalEntry[];
  const order = journal.map(({ events }) => (events[0] as { by: string }).by);
  return order.filter((by, index) => index > 0 && by !== order[index - 1]).length;
}

/** Expects that a reader sees all of a concurrent commit or nothing. Returns the head. */
export async function expectWholeCommits(storage: Storage): Promise<number> {
  const { manifest, rows } = await storage.load(SHARED_SESSION, ['items', 'files', 'messages']);
  const head = manifest?.head ?? 0;
  const seen = [
    rows.length,
    ...rows.filter(({ store }) => store !== 'messages').map(({ value }) => value?.count ?? value?.text),
  ];
  expect(seen, 'what a reader sees meanwhile').toEqual(head === 0 ? [0] : [head + 2, head, `count ${head}`]);
  return head;
}
