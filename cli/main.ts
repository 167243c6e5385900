#!/usr/bin/env node
// Entry of `npx working-memory`. Results go to standard output, everything else to standard error.
import type { Terminal } from './command.ts';
import { run } from './run.ts';

const ending = new AbortController();
process.once('SIGINT', () => ending.abort());
process.once('SIGTERM', () => ending.abort());

let shown = 0;
const isWatched = process.stderr.isTTY;
const clear = (): void => {
  if (shown > 0) process.stderr.write(`\r${' '.repeat(shown)}\r`);
  shown = 0;
};

const terminal: Terminal = {
  signal: ending.signal,
  out: (line) => {
    clear();
    process.stdout.write(`${line}\n`);
  },
  write: (bytes) => void process.stdout.write(bytes),
  note: (line) => {
    clear();
    process.stderr.write(`${line}\n`);
  },
  // A file or pipe cannot take a progress line back.
  progress: (line) => {
    if (!isWatched) return;
    clear();
    process.stderr.write(line);
    shown = line.length;
  },
};

process.exitCode = await run(process.argv.slice(2), terminal);
