// Redis for one test: a free port, a temporary folder, no persistence, ended by its process id.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/free-port.ts';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
export const NO_REDIS = hasRedis ? '' : ' (skipped: redis-server is not installed)';

export interface RedisServer {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startRedis(...options: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'working-memory-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...settings, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  await ready(server, ended);
  return {
    port,
    async stop() {
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function ready(server: ChildProcess, ended: Promise<void>): Promise<void> {
  let said = '';
  const listening = new Promise<true>((resolve) =>
    server.stdout?.on('data', (part: unknown) => {
      said += String(part);
      if (/ready to accept connections/i.test(said)) resolve(true);
    }),
  );
  if ((await Promise.race([listening, ended])) !== true) throw new Error(`redis-server ended: ${said}`);
}
