// Prints the table of a bench run, and a line about the machine, which the figures depend on.
import { cpus, loadavg } from 'node:os';

export interface Figure {
  readonly figure: string;
  readonly target?: string;
  readonly met?: boolean;
}

export interface Row extends Figure {
  readonly bench: string;
  readonly runtime: string;
  readonly what: string;
  /** Details of the measurement. */
  readonly measured?: string;
}

export const NODE = `Node ${process.versions.node}`;

export const faster = (ratio: number, least: number): Figure => ({
  figure: `${short(ratio)} ×`,
  target: `≥ ${least} ×`,
  met: ratio >= least,
});

export const within = (ms: number, most: number): Figure => ({
  figure: millis(ms),
  target: `≤ ${most} ms`,
  met: ms <= most,
});

/** Formats a ratio with an upper limit. */
export const times = (ratio: number, most: number): Figure => ({
  figure: `${short(ratio)} ×`,
  target: `≤ ${most} ×`,
  met: ratio <= most,
});

export const informativeTimes = (ratio: number): Figure => ({ figure: `${short(ratio)} ×` });

export const informative = (ms: number): Figure => ({ figure: millis(ms) });

export const millis = (ms: number): string => `${short(ms)} ms`;

/** Formats megabytes; 1 MB = 1,000,000 bytes. */
export const megabytes = (bytes: number): string => `${short(bytes / 1_000_000)} MB`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Formats three digits: more would be noise. */
const short = (value: number): string => (value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString());

export function table(rows: readonly Row[]): string {
  const lines = [
    ['bench', 'runtime', 'what', 'figure', 'target', '', 'measured'],
    ...rows.map(({ bench, runtime, what, figure, target = '', met, measured = '' }) => {
      const verdict = met === undefined ? '' : met ? 'ok' : 'missed';
      return [bench, runtime, what, figure, target, verdict, measured];
    }),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const loadAverage = (): string => (loadavg()[0] ?? 0).toFixed(2);

/** @param chromium name and version; empty where no page took part */
export function machineLine(chromium: string, loadBefore: string): string {
  const cores = cpus();
  const load = `load average ${loadBefore} before, ${loadAverage()} after`;
  return [`machine: ${cores[0]?.model.trim() ?? 'unknown CPU'}`, `${cores.length} cores`, load, NODE, chromium]
    .filter((part) => part !== '')
    .join(' · ');
}
