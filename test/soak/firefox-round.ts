// Rounds in Firefox, over a profile that a new process takes over from the killed one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { firefox } from 'playwright';
import { FIREFOX } from '../browsers/firefox.ts';
import type { Site } from '../support/browser/pages.ts';
import type { RoundReport } from './browser-round.ts';
import { ANYWHERE, GONE, type OnePage, type PageFaults, pause, playOnePageRound } from './one-page-round.ts';

/** Why no Firefox can be driven here; undefined where it can. */
export const noFirefox = existsSync(FIREFOX.executablePath) ? undefined : 'firefox-esr is not installed';

interface FirefoxPage extends OnePage {
  /** SIGKILL for the browser; another one starts on the same profile. */
  killAndStart(): Promise<void>;
  /** SIGSTOP for the browser and the processes of its pages. Returns what lets them go on. */
  stop(): () => void;
}

export const FIREFOX_FAULTS: PageFaults<FirefoxPage> = {
  ...ANYWHERE,
  'the browser is killed': { hit: ({ browser }) => browser.killAndStart().then(() => GONE) },
  'the browser stands still for a while': {
    async hit({ browser, random }) {
      const goOn = browser.stop();
      await pause(500 + random() * 1500);
      goOn();
      return { gone: false, codes: [] };
    },
  },
};

/** @param profile an empty folder @throws Error that says what was lost */
export const playFirefoxRound = (seed: number, site: Site, profile: string): Promise<RoundReport> =>
  playOnePageRound(seed, site, () => startFirefox(profile), FIREFOX_FAULTS);

async function startFirefox(profile: string): Promise<FirefoxPage> {
  let context = await firefox.launchPersistentContext(profile, FIREFOX);
  let page = context.pages()[0] ?? (await context.newPage());
  return {
    name: 'Firefox',
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    async back() {
      // For a page from the back/forward cache, the protocol reports that it is shown, not that it was loaded.
      await page.goBack({ timeout: 2000, waitUntil: 'commit' }).catch((error: Error) => {
        if (error.name !== 'TimeoutError') throw error;
      });
    },
    async replacePage() {
      const next = await context.newPage();
      await page.close();
      page = next;
    },
    async killAndStart() {
      const ended = new Promise((resolve) => context.once('close', resolve));
      const pids = processesOf(profile);
      process.kill(pids[0] as number, 'SIGKILL');
      await ended;
      // The processes of its pages end by themselves; until then the profile is theirs.
      while (pids.some(isAlive)) await pause(50);
      context = await firefox.launchPersistentContext(profile, FIREFOX);
      page = context.pages()[0] ?? (await context.newPage());
    },
    stop() {
      const pids = processesOf(profile);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
    },
    evaluate: ((script: string, argument?: unknown) => page.evaluate(script, argument)) as OnePage['evaluate'],
    close: () => context.close(),
  };
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const isAlive = (pid: number): boolean => /\) [^ZX] /.test(read(`/proc/${pid}/stat`));

/** The browser, then all that it started. */
function processesOf(profile: string): number[] {
  const all = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  const parentOf = (pid: number): number => Number(/\) \S+ (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1]);
  const found = all.filter((pid) => read(`/proc/${pid}/cmdline`).includes(`--profile\0${profile}\0`)).slice(0, 1);
  if (found.length === 0) throw new Error(`no process of Firefox has the profile ${profile}`);
  for (const each of found) found.push(...all.filter((pid) => parentOf(pid) === each));
  return found;
}
