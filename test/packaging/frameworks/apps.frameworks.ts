// Apps of server-rendering frameworks: each is built by its own command, answers from a memory on its server without a
// window, and uses a memory in its page's worker. Next is tested with its example.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { emptyConsumer, PACKAGING } from '../tarball.ts';
import { remembers } from '../visits.ts';
import { freePort } from '../../support/free-port.ts';

const FRAMEWORKS = join(PACKAGING, 'frameworks');

// The environment of the tests is not the app's.
const { NODE_ENV: _, ...own } = process.env;
const ENV = { ...own, NO_COLOR: '1', CI: '1' };

/** A copy of the app below what it has installed, with the package and what it visits its memory with. */
async function appOf(framework: string): Promise<string> {
  const home = join(FRAMEWORKS, framework);
  const app = await emptyConsumer(join(home, 'build'));
  for (const name of readdirSync(home)) {
    if (!/^(node_modules|build)$/.test(name)) cpSync(join(home, name), join(app, name), { recursive: true });
  }
  cpSync(join(PACKAGING, 'app/visit.js'), join(app, 'visit.js'));
  cpSync(join(FRAMEWORKS, 'visit-on-server.js'), join(app, 'visit-on-server.js'));
  return app;
}

/** Starts the built app. */
async function startApp(app: string): Promise<string> {
  const port = await freePort();
  const env = { ...ENV, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1' };
  // A group of its own, so that the server behind npm ends with it.
  const running = spawn('npm', ['start', '--silent'], { cwd: app, env, detached: true, stdio: 'inherit' });
  const ended = new Promise((resolve) => running.once('close', resolve));
  onTestFinished(async () => {
    if (running.exitCode === null && running.pid !== undefined) process.kill(-running.pid, 'SIGTERM');
    await ended;
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect.poll(() => fetch(origin).then(({ status }) => status, String)).toBe(200);
  return origin;
}

it.each(['nuxt', 'react-router', 'sveltekit'])(
  '%s builds a page that remembers, on its server without a window, and in the worker of the page',
  async (framework) => {
    const app = await appOf(framework);
    execFileSync('npm', ['run', 'build', '--silent'], { cwd: app, env: ENV, stdio: ['ignore', 'ignore', 'inherit'] });
    const origin = await startApp(app);
    const html = await (await fetch(origin)).text();
    expect(html.replace(/<!--.*?-->/g, '')).toContain('<output>The parrot is called Kiwi (window: undefined)</output>');
    expect(await remembers(origin)).toMatchObject({ place: 'worker', worker: 'file' });
  },
  400_000,
);
