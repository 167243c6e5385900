// Chromium with a profile on disk whose processes a test may kill. Playwright only connects to it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { CHROMIUM } from '../browser/chromium.ts';

export interface ChromiumProcess {
  readonly context: BrowserContext;
  /** Opens a page at this address. */
  openPage(url: string): Promise<Page>;
  /** Sends SIGKILL to every renderer; returns their number. */
  killRenderers(): Promise<number>;
  /** Sends SIGSTOP to the busiest renderer, with its locks and transactions. Returns a function that resumes it. */
  stopBusiest(): Promise<() => void>;
  /** Sends SIGKILL to the browser and all its processes. */
  kill(): Promise<void>;
  /** Quits in order: everything written so far is in the profile. */
  quit(): Promise<void>;
}

export interface ChromiumOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether tabs may be hidden, and so frozen. Default: each counts as visible. */
  readonly hidesTabs?: boolean;
}

const FLAGS = ['--headless=new', '--remote-debugging-port=0', '--no-default-browser-check', '--disable-breakpad'];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @param profile folder; data of an earlier process are still there */
export async function startChromium(
  profile: string,
  { args = [], env = {}, hidesTabs = false }: ChromiumOptions = {},
): Promise<ChromiumProcess> {
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(join(profile, lock), { force: true });
  const flags = [...CHROMIUM.args, ...FLAGS, `--user-data-dir=${profile}`, ...args, 'about:blank'];
  // A process group of its own, so that it can be killed as a whole.
  const child = spawn(CHROMIUM.executablePath, flags, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killAll = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process group is gone.
    }
  };
  const port = await portFrom(portFile).catch((error: unknown) => {
    killAll();
    throw error;
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: hidesTabs });
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no default context');
  const renderers = async (): Promise<number[]> => {
    const devtools = await browser.newBrowserCDPSession();
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  };
  return {
    context,
    async openPage(url) {
      const page = await context.newPage().catch(async (error: unknown) => {
        // The renderer prepared for the next page may have been killed as well.
        if (!String(error).includes('crashed')) throw error;
        await pause(500);
        return context.newPage();
      });
      await page.goto(url);
      return page;
    },
    async killRenderers() {
      const all = await renderers();
      for (const id of all) process.kill(id, 'SIGKILL');
      return all.length;
    },
    async stopBusiest() {
      const before = new Map((await renderers()).map((pid) => [pid, ticksOf(pid)]));
      await pause(500);
      const worked = (pid: number): number => ticksOf(pid) - (before.get(pid) ?? 0);
      const [busiest] = [...before.keys()].sort((one, other) => worked(other) - worked(one));
      if (busiest === undefined) throw new Error('Chromium has no renderer');
      process.kill(busiest, 'SIGSTOP');
      return () => void process.kill(busiest, 'SIGCONT');
    },
    async kill() {
      killAll();
      await ended;
      await browser.close().catch(() => undefined);
    },
    async quit() {
      const devtools = await browser.newBrowserCDPSession();
      await devtools.send('Browser.close').catch(() => undefined);
      await Promise.race([ended, pause(10_000)]);
      killAll();
      await ended;
    },
  };
}

/** Returns the processor time of a process, as counted by Linux; 0 elsewhere. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

async function portFrom(file: string): Promise<number> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (port > 0) return port;
    await pause(50);
  }
  throw new Error('Chromium did not start within 30 s');
}
