// Rounds without a browser: a Node process that is killed over a folder, and a Redis that is killed under its owner.
import { spawn, spawnSync } from 'node:child_process';
import { createConnection, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '../../src/bundle/form.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { redisStorage } from '../../src/storage/redis/storage.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import type { Storage } from '../../src/storage/port.ts';
import { generator } from '../support/generator.ts';
import type { RoundReport } from './browser-round.ts';
import { runLane } from './run-lane.mjs';
import { type Acknowledged, callsOf, carriedOut, ROOMY, SESSION } from './workload.ts';

/** Why no Redis can be killed here; undefined where it can. */
export const noRedis =
  spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'redis-server is not installed';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function expectAllThere(storage: Storage, acknowledged: Acknowledged): Promise<void> {
  const memory = await openWorkingMemory({ session: SESSION, storage, limits: ROOMY });
  const bundle = JSON.parse(await memory.export({ format: 'json' })) as Bundle;
  for (const [lane, calls] of acknowledged) carriedOut(bundle, lane, calls);
  if (memory.recovery.kind !== 'none') throw new Error(`recovery ${memory.recovery.kind}`);
  await memory.items.memorize('and it goes on');
  await memory.close();
}

/** Two processes write; one is killed, the other goes on. @param root an empty folder */
export async function playNodeRound(seed: number, root: string): Promise<RoundReport> {
  const random = generator(seed);
  const acknowledged: Acknowledged = new Map();
  const writers = ['one', 'two'].map((name) => {
    const lanes = [`${name}0`, `${name}1`];
    const script = fileURLToPath(new URL('node-writer.mjs', import.meta.url));
    const child = spawn(process.execPath, [script, root, ...lanes], { stdio: ['ignore', 'pipe', 'pipe'] });
    let rest = '';
    let complaint = '';
    child.stderr.on('data', (part: unknown) => (complaint += String(part)));
    child.stdout.on('data', (part: unknown) => {
      const lines = (rest + String(part)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [lane = '', turn] = line.split(' ');
        acknowledged.set(lane, Number(turn) + 1);
      }
    });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    return { child, ended, lanes, complaint: () => complaint };
  });
  try {
    const isWriting = (): boolean =>
      writers.every(({ lanes }) => lanes.every((lane) => (acknowledged.get(lane) ?? 0) >= 6));
    for (let attempt = 0; !isWriting(); attempt++) {
      if (attempt === 300) throw new Error(`no process got on: ${writers.map((each) => each.complaint()).join(' ')}`);
      await pause(100);
    }
    await pause(random() * 500);
    const first = random() < 0.5;
    const [victim, living] = [writers[first ? 0 : 1], writers[first ? 1 : 0]];
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    const before = callsOf(acknowledged);
    for (let attempt = 0; callsOf(acknowledged) < before + 10; attempt++) {
      if (attempt === 300) throw new Error(`the other process stands still: ${living?.complaint()}`);
      await pause(100);
    }
  } finally {
    for (const { child, ended } of writers) {
      child.kill('SIGKILL');
      await ended;
    }
  }
  await expectAllThere(fileStorage({ root }), acknowledged);
  return { fault: 'a process of Node is killed', tabs: 2, calls: callsOf(acknowledged) };
}

/** @param folder an empty one */
export async function playRedisRound(seed: number, folder: string): Promise<RoundReport> {
  const random = generator(seed);
  const port = await freePort();
  const acknowledged: Acknowledged = new Map();
  let server = await startRedis(port, folder);
  try {
    const storage = redisStorage({ client: redisClient(port) });
    const memory = await openWorkingMemory({ session: SESSION, storage, limits: ROOMY, deadlineMs: 5000 });
    let isOver = false;
    const told = (lane: string, turn: number): void => void acknowledged.set(lane, turn + 1);
    const lanes = ['one', 'two', 'three'].map((lane) =>
      runLane(memory, lane, told, () => isOver).catch((error: { code?: string }) => {
        if (!['storage-unavailable', 'timeout'].includes(String(error.code))) throw error;
      }),
    );
    for (let attempt = 0; callsOf(acknowledged) < 30 && attempt < 300; attempt++) await pause(20);
    await pause(random() * 300);
    server.kill('SIGKILL');
    await pause(100);
    isOver = true;
    await Promise.all(lanes);
    server = await startRedis(port, folder);
    await expectAllThere(redisStorage({ client: redisClient(port) }), acknowledged);
    return { fault: 'a Redis is killed', tabs: 1, calls: callsOf(acknowledged) };
  } finally {
    server.kill('SIGKILL');
  }
}

/** A Redis that forces every command to disk. */
async function startRedis(port: number, folder: string) {
  const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings]);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (part: unknown) => {
      said += String(part);
      if (/ready to accept connections/i.test(said)) resolve();
    });
    server.once('close', () => reject(new Error(`redis-server ended: ${said}`)));
  });
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

type Reply = string | number | null | Error | readonly Reply[];

/** Minimal client for the storage: one connection, answers in order. */
function redisClient(port: number): { sendCommand(args: string[]): Promise<unknown> } {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = [];
  let buffer = Buffer.alloc(0);
  const fail = (error: Error): void => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection is closed')));
  socket.on('data', (part) => {
    buffer = Buffer.concat([buffer, part]);
    for (let read = replyAt(buffer, 0); read; read = replyAt(buffer, 0)) {
      buffer = buffer.subarray(read.end);
      const next = waiting.shift();
      if (read.reply instanceof Error) next?.reject(read.reply);
      else next?.resolve(read.reply);
    }
  });
  return {
    sendCommand: (args) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection is closed'));
        waiting.push({ resolve, reject });
        socket.write(`*${args.length}\r\n${args.map((each) => `$${Buffer.byteLength(each)}\r\n${each}\r\n`).join('')}`);
      }),
  };
}

/** The reply that begins there; undefined while it is not complete. */
function replyAt(buffer: Buffer, start: number): { reply: Reply; end: number } | undefined {
  const stop = buffer.indexOf('\r\n', start);
  if (stop < 0) return undefined;
  const kind = String.fromCharCode(buffer[start] ?? 0);
  const line = buffer.toString('utf8', start + 1, stop);
  const end = stop + 2;
  if (kind === '+') return { reply: line, end };
  if (kind === '-') return { reply: new Error(line), end };
  if (kind === ':') return { reply: Number(line), end };
  const length = Number(line);
  if (length < 0) return { reply: null, end };
  if (kind === '$') {
    if (buffer.length < end + length + 2) return undefined;
    return { reply: buffer.toString('utf8', end, end + length), end: end + length + 2 };
  }
  const replies: Reply[] = [];
  let at = end;
  for (let index = 0; index < length; index++) {
    const next = replyAt(buffer, at);
    if (!next) return undefined;
    replies.push(next.reply);
    at = next.end;
  }
  return { reply: replies, end: at };
}
