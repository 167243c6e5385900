// Rounds in WebKit. The end of the driven page's process ends the driver's session and with it the profile, so a page
// is left before its process is killed.
import { spawnSync } from 'node:child_process';
import { startWebKit, type WebKit } from '../browsers/webkit.ts';
import type { Site } from '../support/browser/pages.ts';
import type { RoundReport } from './browser-round.ts';
import {
  ANYWHERE,
  GONE,
  type Moment,
  type OnePage,
  type Outcome,
  type PageFault,
  type PageFaults,
  pause,
  playOnePageRound,
} from './one-page-round.ts';
import { openMemory } from './workload.ts';

/** Why no WebKit can be driven here; undefined where it can. */
export const noWebKit = ['WebKitWebDriver', 'xvfb-run'].every((program) => spawnSync(program, ['--help']).status === 0)
  ? undefined
  : 'webkit2gtk-driver and xvfb are not installed';

interface WebKitPage extends OnePage {
  /** The processes that run pages, by id. */
  pageProcesses(): number[];
  /** Goes on in another window; the former one stays open. */
  newWindow(): Promise<void>;
}

/** Goes on in another window, and kills what ran the pages of before: with a page that is open it would end the session. */
async function replaceProcess({ browser, site }: Moment<WebKitPage>): Promise<void> {
  const former = browser.pageProcesses();
  await browser.replacePage();
  await browser.open(`${site.origin}/page`);
  // Some ended with their windows.
  const kept = browser.pageProcesses().filter((pid) => former.includes(pid));
  for (const pid of kept) process.kill(pid, 'SIGKILL');
}

/** Whether a transaction of plain IndexedDB over all stores waits for more than 5 s. */
const isStuck = (browser: WebKitPage): Promise<boolean> =>
  browser.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((opened, failed) => {
      const request = indexedDB.open('working-memory');
      request.addEventListener('success', () => opened(request.result));
      request.addEventListener('error', () => failed(request.error));
    });
    const waits = await new Promise<boolean>((answer) => {
      setTimeout(() => answer(true), 5000);
      const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
      transaction.addEventListener('complete', () => answer(false));
      transaction.objectStore('manifest').count();
    });
    database.close();
    return waits;
  });

/** A memory says by its deadline that it waits; the process of the page that keeps the transaction ends then. */
async function endKept(moment: Moment<WebKitPage>): Promise<Outcome> {
  const said = await openMemory(moment.browser, { deadlineMs: 2000 }).catch((error: Error) => error.message);
  if (!said?.includes('timeout:')) throw new Error(`a memory that waits for a kept transaction says ${said}`);
  await replaceProcess(moment);
  return GONE;
}

/**
 * The fault, and what WebKit makes of it: of about a hundred workers that are ended in the middle of a write, one keeps its
 * transaction, also where IndexedDB is used by itself. A memory has everything once the process of the page is gone.
 */
const orKept = ({ hit, ...fault }: PageFault<WebKitPage>): PageFault<WebKitPage> => ({
  ...fault,
  async hit(moment) {
    const outcome = await hit(moment);
    const { browser, site } = moment;
    if (outcome.gone) await browser.open(`${site.origin}/page`);
    return (await isStuck(browser)) ? endKept(moment) : outcome;
  },
});

async function keepTransaction(moment: Moment<WebKitPage>): Promise<Outcome> {
  const { browser, site } = moment;
  await browser.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((opened) => {
      const request = indexedDB.open('working-memory');
      request.addEventListener('success', () => opened(request.result));
    });
    const store = database.transaction([...database.objectStoreNames], 'readwrite').objectStore('manifest');
    await new Promise<void>((began) => {
      const ask = (): void =>
        store.count().addEventListener('success', () => {
          began();
          ask();
        });
      ask();
    });
  });
  await browser.newWindow();
  await browser.open(`${site.origin}/page`);
  if (!(await isStuck(browser))) throw new Error('the transaction was not kept');
  return endKept(moment);
}

/** While its user is away the other page would wait for the kept transaction. */
const { 'the user comes back to the page': _, ...others } = ANYWHERE;

const FAULTS: PageFaults<WebKitPage> = {
  ...others,
  'the process of the page is killed': { hit: (moment) => replaceProcess(moment).then(() => GONE) },
  'the page stands still for a while': {
    async hit({ browser, random }) {
      const pids = browser.pageProcesses();
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await pause(500 + random() * 1500);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      return { gone: false, codes: [] };
    },
  },
};

export const WEBKIT_FAULTS: PageFaults<WebKitPage> = {
  ...Object.fromEntries(Object.entries(FAULTS).map(([name, fault]) => [name, orKept(fault)])),
  'a window that stays open keeps a transaction': { hit: keepTransaction },
};

/** @throws Error that says what was lost */
export const playWebKitRound = (seed: number, site: Site): Promise<RoundReport> =>
  playOnePageRound(seed, site, async () => driven(await startWebKit()), WEBKIT_FAULTS);

const driven = (webkit: WebKit): WebKitPage => ({
  name: 'WebKit',
  open: webkit.open,
  reload: webkit.reload,
  back: webkit.back,
  replacePage: webkit.replaceWindow,
  pageProcesses: webkit.pageProcesses,
  newWindow: webkit.newWindow,
  close: webkit.close,
  // Functions are sent as their text, as Playwright does it.
  evaluate: ((script: string | (() => unknown), argument?: unknown) =>
    webkit.evaluate(
      typeof script === 'string' ? script : `return (${script.toString()})(${JSON.stringify(argument) ?? ''});`,
    )) as OnePage['evaluate'],
});
