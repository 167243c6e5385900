// The sets of runs by name: recorded ones from files, and the one that is made up here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from './chat.ts';
import type { Asking } from './facts.ts';
import { generatedRuns } from './generated.ts';
import { tokensOfText } from './tokens.ts';

export interface RunSet {
  /** In the data folder; one run as JSON per line. Absent for what needs no data. */
  readonly file?: string;
  readonly asking: Asking;
}

export const SETS: Readonly<Record<string, RunSet>> = {
  tau: { file: 'traj_tau.jsonl', asking: 'by-argument' },
  mswe: { file: 'traj_mswe.jsonl', asking: 'by-thought' },
  sweagent: { file: 'traj_sweagent.jsonl', asking: 'by-thought' },
  generated: { asking: 'by-argument' },
};

export const isRecorded = (set: string): boolean => SETS[set]?.file !== undefined;

/** Names of the sets that can be replayed with what is in the folder. */
export const setsIn = (folder: string | undefined): string[] =>
  Object.entries(SETS).flatMap(([name, { file }]) =>
    file === undefined || (folder !== undefined && existsSync(join(folder, file))) ? [name] : [],
  );

/** @throws when the set's file is not in the folder, or a line of it is no run */
export function readRuns(set: string, folder: string | undefined): readonly Run[] {
  const file = SETS[set]?.file;
  if (file === undefined) return generatedRuns(tokensOfText);
  const path = folder === undefined ? undefined : join(folder, file);
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
