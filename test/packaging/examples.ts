// An example of `examples/`, with the tarball as its package, started by its own command.
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyConsumer } from './tarball.ts';

const TOOLS = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));

/** A copy of the example with the package installed. */
export async function exampleFolder(name: string): Promise<string> {
  const folder = await emptyConsumer();
  cpSync(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
  return folder;
}

export interface Started {
  readonly origin: string;
  stop(): Promise<void>;
}

/** `npm start` of the example, without its installation: Vite is the repository's. */
export async function startExample(name: string): Promise<Started> {
  const cwd = await exampleFolder(name);
  const args = ['start', '--ignore-scripts', '--', '--host', '127.0.0.1', '--port', '0'];
  const env = { ...process.env, PATH: `${TOOLS}${delimiter}${process.env['PATH']}`, NO_COLOR: '1' };
  // A group of its own, so that the server behind npm ends with it.
  const running = spawn('npm', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let isRunning = true;
  const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
  void ended.then(() => (isRunning = false));
  const stop = async (): Promise<void> => {
    if (isRunning && running.pid !== undefined) process.kill(-running.pid, 'SIGTERM');
    await ended;
  };
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (part: Buffer): void => {
      said += part.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (address) resolve(address);
    };
    running.stdout.on('data', listen);
    running.stderr.on('data', listen);
    void ended.then(() => reject(new Error(`npm start of ${name} ended:\n${said}`)));
  });
  return { origin, stop };
}
