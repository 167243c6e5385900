// Drives WebKitGTK's MiniBrowser by WebDriver; Playwright cannot drive the system's own WebKit.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { freePort } from '../support/free-port.ts';

const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** Software rendering without a sandbox: a container has neither a graphics card nor a sandbox. */
const ENVIRONMENT = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
};

export interface WebKit {
  readonly version: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Goes on in another window; the former one stays open. */
  newWindow(): Promise<void>;
  /** Closes all windows, and goes on in another one. */
  replaceWindow(): Promise<void>;
  /** Runs the body of an async function in the page; what it returns must be JSON. */
  evaluate<T>(body: string): Promise<T>;
  /** The processes that run pages, by id. */
  pageProcesses(): number[];
  close(): Promise<void>;
}

export async function startWebKit(): Promise<WebKit> {
  const port = await freePort();
  const inner = ['xvfb-run', '-a', '-s', '-screen 0 1280x800x24', 'WebKitWebDriver', `--port=${port}`];
  const driver = spawn('dbus-run-session', ['--', ...inner], {
    env: { ...process.env, ...ENVIRONMENT },
    // A group of its own, so that display and browser end with it.
    detached: true,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => driver.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGTERM');
    await ended;
  };
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  try {
    await untilReady(() => ask('GET', '/status'));
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] } } };
    const session = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
      capabilities,
    });
    const path = `/session/${session.sessionId}`;
    return {
      version: session.capabilities.browserVersion,
      open: (url) => ask('POST', `${path}/url`, { url }),
      reload: () => ask('POST', `${path}/refresh`, {}),
      back: () => ask('POST', `${path}/back`, {}),
      async newWindow() {
        const { handle } = await ask<{ handle: string }>('POST', `${path}/window/new`, { type: 'window' });
        await ask('POST', `${path}/window`, { handle });
      },
      async replaceWindow() {
        const former = await ask<string[]>('GET', `${path}/window/handles`);
        const { handle: next } = await ask<{ handle: string }>('POST', `${path}/window/new`, { type: 'window' });
        for (const handle of former) {
          await ask('POST', `${path}/window`, { handle });
          await ask('DELETE', `${path}/window`);
        }
        await ask('POST', `${path}/window`, { handle: next });
      },
      async evaluate<T>(body: string) {
        const script = `const done = arguments[0];
(async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const answer = await ask<{ value: T; error?: string }>('POST', `${path}/execute/async`, { script, args: [] });
        if (answer.error !== undefined) throw new Error(`In the page: ${answer.error}`);
        return answer.value;
      },
      pageProcesses: () => processesOf(driver.pid).filter((pid) => nameOf(pid).startsWith('WebKitWebProces')),
      async close() {
        await ask('DELETE', path);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(isReady: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await isReady();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Returns a line of /proc about a process: `pid (name) state parent group …`; empty for one that has ended. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
const nameOf = (pid: number): string => /\((.*)\)/.exec(statusOf(pid))?.[1] ?? '';

/** Returns the processes of one group. */
const processesOf = (group: number | undefined): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && Number(/\) \S+ \d+ (\d+)/.exec(statusOf(pid))?.[1]) === group);
