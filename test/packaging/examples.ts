// Runs an example of `examples/` with the tarball as its package, by its own command.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyConsumer, installedIn, PACKAGING } from './tarball.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TOOLS = [PACKAGING, ROOT].map((each) => join(each, 'node_modules/.bin'));

/** Folder below which an example finds the packages of the suites as if it had installed them. */
const AMONG_PACKAGES = join(PACKAGING, 'build');

/** A copy of the example with nothing installed but the package, or `withPackages` also what the suites have. */
export async function exampleFolder(name: string, withPackages = false): Promise<string> {
  const folder = await emptyConsumer(withPackages ? AMONG_PACKAGES : undefined);
  cpSync(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (path) => !/node_modules|\.next$/.test(path.slice(EXAMPLES.length)),
  });
  const command = join(installedIn(folder), 'dist/cli.js');
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin);
  chmodSync(command, 0o755);
  symlinkSync(command, join(bin, 'working-memory'));
  // The suites have an older version.
  symlinkSync(join(ROOT, 'node_modules/vite/bin/vite.js'), join(bin, 'vite'));
  return folder;
}

export interface Started {
  readonly origin: string;
  stop(): Promise<void>;
}

interface Start {
  /** Whether it needs more than the package and Vite. */
  readonly withPackages?: boolean;
  /** Arguments after `npm start`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `npm start` of the example, without its installation: Vite is the repository's. */
function spawnExample(cwd: string, args: readonly string[], added: Readonly<Record<string, string>> = {}) {
  // The environment of the tests is not the example's.
  const { NODE_ENV: _, PATH = '', ...own } = process.env;
  const env = { ...own, PATH: [...TOOLS, PATH].join(delimiter), NO_COLOR: '1', ...added };
  // A group of its own, so that the server behind npm ends with it.
  const running = spawn('npm', ['start', '--silent', '--ignore-scripts', '--', ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let isRunning = true;
  // npm ends before the server behind it, which holds its output open and writes on.
  const ended = new Promise<void>((resolve) => running.once('close', () => resolve()));
  void ended.then(() => (isRunning = false));
  const stop = async (): Promise<void> => {
    if (isRunning && running.pid !== undefined) process.kill(-running.pid, 'SIGTERM');
    await ended;
  };
  return { running, ended, stop };
}

const LOCAL = ['--host', '127.0.0.1', '--port', '0'];

export async function startExample(name: string, { withPackages, args = LOCAL, env }: Start = {}): Promise<Started> {
  const { running, ended, stop } = spawnExample(await exampleFolder(name, withPackages), args, env);
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (part: Buffer): void => {
      said += part.toString();
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(said)?.[0];
      if (address) resolve(address);
    };
    running.stdout.on('data', listen);
    running.stderr.on('data', listen);
    void ended.then(() => reject(new Error(`npm start of ${name} ended:\n${said}`)));
  });
  return { origin, stop };
}

/** `npm start` of an example that speaks over its standard input and output. */
export function talkTo(folder: string, { args = [], env }: Start = {}) {
  const { running, ended, stop } = spawnExample(folder, args, env);
  let [said, complained] = ['', ''];
  running.stdout.on('data', (part: Buffer) => (said += part.toString()));
  running.stderr.on('data', (part: Buffer) => (complained += part.toString()));
  return {
    say: (line: string): void => void running.stdin.write(`${line}\n`),
    said: (): string => said,
    complained: (): string => complained,
    /** Ends its input, as Ctrl+D does, and waits until it is gone. */
    leave: async (): Promise<void> => {
      running.stdin.end();
      await ended;
    },
    stop,
  };
}
