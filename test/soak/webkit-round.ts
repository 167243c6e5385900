// Rounds in WebKit. A page whose process is killed ends the session of whoever drives it, and with that the profile: so
// neither is killed here.
import { spawnSync } from 'node:child_process';
import { startWebKit, type WebKit } from '../browsers/webkit.ts';
import type { Site } from '../support/browser/pages.ts';
import type { RoundReport } from './browser-round.ts';
import { ANYWHERE, type OnePage, type PageFaults, pause, playOnePageRound } from './one-page-round.ts';

/** Why no WebKit can be driven here; undefined where it can. */
export const noWebKit = ['WebKitWebDriver', 'xvfb-run'].every((program) => spawnSync(program, ['--help']).status === 0)
  ? undefined
  : 'webkit2gtk-driver and xvfb are not installed';

interface WebKitPage extends OnePage {
  /** The processes that run pages, by id. */
  pageProcesses(): number[];
}

/** In 2 of 103 of these, WebKitGTK 2.50 left a transaction of the ended worker open, behind which the next opening waited. */
const { 'the page goes elsewhere': _, 'the user comes back to the page': __, ...others } = ANYWHERE;

export const WEBKIT_FAULTS: PageFaults<WebKitPage> = {
  ...others,
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
  close: webkit.close,
  // Functions are sent as their text, as Playwright does it.
  evaluate: ((script: string | (() => unknown), argument?: unknown) =>
    webkit.evaluate(
      typeof script === 'string' ? script : `return (${script.toString()})(${JSON.stringify(argument) ?? ''});`,
    )) as OnePage['evaluate'],
});
