// Sets of runs by name: recorded ones from files, generated ones, and both with a model that writes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../replay/chat.ts';
import type { Asking } from '../../../replay/facts/question.ts';
import { tokensOfText } from '../../../replay/requests/tokens.ts';
import type { WriterName } from '../writers/writers.ts';
import { generatedRuns } from './generated.ts';
import { chatRuns } from './generated-chat.ts';

export interface RunSet {
  /** File in the data folder with one run as JSON per line; absent for generated sets. */
  readonly file?: string;
  readonly make?: () => readonly Run[];
  readonly asking: Asking;
  /** Absent: the model says only what was recorded. */
  readonly writer?: WriterName;
}

const PLAIN: Readonly<Record<string, RunSet>> = {
  tau: { file: 'traj_tau.jsonl', asking: 'by-argument' },
  mswe: { file: 'traj_mswe.jsonl', asking: 'by-thought' },
  sweagent: { file: 'traj_sweagent.jsonl', asking: 'by-thought' },
  generated: { make: () => generatedRuns(tokensOfText), asking: 'by-argument' },
  chat: { make: chatRuns, asking: 'by-argument' },
};

/** Recorded sets that are also replayed with a writer. */
const WRITING: readonly (readonly [set: string, writer: WriterName])[] = [
  ['tau', 'overview'],
  ['mswe', 'overview'],
  ['sweagent', 'overview'],
  ['tau', 'fallible'],
  ['mswe', 'fallible'],
];

export const SETS: Readonly<Record<string, RunSet>> = {
  ...PLAIN,
  ...Object.fromEntries(
    WRITING.map(([set, writer]) => [`${set}+${writer}`, { ...(PLAIN[set] as RunSet), writer }] as const),
  ),
};

/** Returns the name of the set without its writer. */
export const plainSet = (set: string): string => set.replace(/\+.*$/, '');

export const isRecorded = (set: string): boolean => SETS[set]?.file !== undefined;

/** Names the sets that the folder's files allow to replay. */
export const setsIn = (folder: string | undefined): string[] =>
  Object.entries(SETS).flatMap(([name, { file }]) =>
    file === undefined || (folder !== undefined && existsSync(join(folder, file))) ? [name] : [],
  );

/** @throws when the set's file is missing, or a line of it is not a run */
export function readRuns(set: string, folder: string | undefined): readonly Run[] {
  const { file, make } = SETS[set] ?? {};
  if (make) return make();
  const path = folder === undefined || file === undefined ? undefined : join(folder, file);
  if (path === undefined || !existsSync(path)) {
    throw new Error(`The set ${set} needs ${path ?? `${file}: name its folder with --data`}. See docs/replay.md.`);
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [asRun(line, `${path}, line ${at + 1}`)]));
}

function asRun(line: string, where: string): Run {
  const run = JSON.parse(line) as Partial<Run>;
  if (typeof run.id !== 'string' || !Array.isArray(run.messages)) {
    throw new Error(`${where}: a run is { id, native, messages }. See docs/replay.md.`);
  }
  return { id: run.id, native: run.native !== false, messages: run.messages };
}
