// Postgres for one test: a free port, a temporary folder, run as the system's user where the tests run as root, ended
// by its process id.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Folder of the newest server's programs. */
const programs = existsSync(DEBIAN)
  ? `${DEBIAN}/${readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))[0]}/bin/`
  : '';

export const hasPostgres = spawnSync(`${programs}initdb`, ['--version']).status === 0;
export const NO_POSTGRES = hasPostgres ? '' : ' (skipped: Postgres is not installed)';

/** Postgres refuses to run as root. */
const owner = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const of = (flag: string): number => Number(spawnSync('id', [flag, 'postgres']).stdout.toString());
  return { uid: of('-u'), gid: of('-g') };
};

export interface PostgresServer {
  readonly port: number;
  /** Ends the server as a crash would; `start` brings it back with what it stored. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(...settings: string[]): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'working-memory-postgres-'));
  const user = owner();
  await chmod(folder, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const made = spawnSync(
    `${programs}initdb`,
    ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...user, cwd: '/' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr.toString().slice(0, 500)}`);
  const port = await freePort();
  let server: ChildProcess | undefined;
  let ended = Promise.resolve();
  const options = [
    '-D',
    folder,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    ...settings.flatMap((each) => ['-c', each]),
  ];
  const start = async (): Promise<void> => {
    const running = spawn(`${programs}postgres`, options, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    server = running;
    ended = new Promise<void>((resolve) => running.once('close', () => resolve()));
    await ready(running, ended);
  };
  const end = async (signal: 'SIGQUIT' | 'SIGINT'): Promise<void> => {
    server?.kill(signal);
    await ended;
  };
  await start();
  return {
    port,
    start,
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true });
    },
  };
}

async function ready(server: ChildProcess, ended: Promise<void>): Promise<void> {
  let said = '';
  const listening = new Promise<true>((resolve) =>
    server.stderr?.on('data', (part: unknown) => {
      said = (said + String(part)).slice(-2000);
      if (/ready to accept connections/i.test(said)) resolve(true);
    }),
  );
  if ((await Promise.race([listening, ended])) !== true) throw new Error(`postgres ended: ${said}`);
}
