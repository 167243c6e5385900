// Kills owners while they commit; another process then looks for every text that an owner acknowledged.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openWorkingMemory } from 'working-memory';
import type { Row } from '../report.ts';
import type { Storage } from './engines.ts';
import { textOfKill } from './kill-texts.ts';

const AT_ONCE = 4;
/** Most texts, then most milliseconds, before an owner is killed: before, during and after a commit. */
const MOST_TEXTS = 20;
const MOST_MS = 20;
const OWNER = fileURLToPath(new URL('fleet-owner.js', import.meta.url));

export async function kills(engine: string, at: string, storage: Storage, count: number): Promise<Row> {
  let next = 0;
  let said = 0;
  let lost = 0;
  let partial = 0;
  const killAll = async (): Promise<void> => {
    while (next < count) {
      const session = `killed-${next++}`;
      const acknowledged = await killed([engine, at, session]);
      const memory = await openWorkingMemory({ session, storage, worker: false });
      const stored = new Set((await memory.items.list()).map(({ text }) => text));
      said += acknowledged;
      for (let turn = 0; turn < acknowledged; turn++) if (!stored.has(textOfKill(turn))) lost++;
      // The text being committed may be stored as well, but nothing else.
      const isWhole = memory.recovery.kind === 'none' && stored.size <= acknowledged + 1;
      await memory.items.memorize('after the kill');
      if (!isWhole) partial++;
      await memory.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, killAll));
  return {
    bench: 'fleet',
    runtime: engine,
    what: `${count} owners killed while they commit`,
    figure: `${lost} lost, ${partial} in part`,
    target: '0 lost',
    met: lost === 0 && partial === 0,
    measured: `of ${said} texts that they said to be stored`,
  };
}

/** @returns the number of texts that the owner acknowledged before SIGKILL */
function killed(args: readonly string[]): Promise<number> {
  const owner = spawn(process.execPath, [OWNER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const after = 1 + Math.floor(Math.random() * MOST_TEXTS);
  let output = '';
  const lines = (): number => output.split('\n').length - 1;
  let isDue = false;
  owner.stdout.on('data', (part: unknown) => {
    output += String(part);
    if (isDue || lines() < after) return;
    isDue = true;
    setTimeout(() => owner.kill('SIGKILL'), Math.random() * MOST_MS);
  });
  return new Promise((resolve, reject) => {
    owner.once('close', (code, signal) =>
      signal === 'SIGKILL' ? resolve(lines()) : reject(new Error(`an owner ended by itself (${code ?? signal})`)),
    );
  });
}
