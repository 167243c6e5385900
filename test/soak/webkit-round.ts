// One round in WebKit: lanes of a page write to one session, one fault hits it, and what is there afterwards is compared
// with what was acknowledged. A page whose process is killed ends the session of whoever drives it, and with that the
// profile: so neither is killed here.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWebKit, type WebKit } from '../browsers/webkit.ts';
import type { Site } from '../support/browser/pages.ts';
import { generator } from '../support/generator.ts';
import type { RoundReport } from './browser-round.ts';
import {
  type Acknowledged,
  callsOf,
  carriedOut,
  expectSound,
  exported,
  openMemory,
  type Scripted,
  startWriting,
  stopWriting,
  terminateWorkers,
  untilWriting,
} from './workload.ts';

/** Why no WebKit can be driven here; undefined where it can. */
export const noWebKit = ['WebKitWebDriver', 'xvfb-run'].every((program) => spawnSync(program, ['--help']).status === 0)
  ? undefined
  : 'webkit2gtk-driver and xvfb are not installed';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Moment {
  readonly webkit: WebKit;
  readonly page: Scripted;
  /** Draws in [0, 1). */
  readonly random: () => number;
}

/** Codes of the calls that may be refused; `gone`: the page cannot be asked. */
interface Outcome {
  readonly gone: boolean;
  readonly codes: readonly string[];
}

const GONE: Outcome = { gone: true, codes: [] };

/** What happens to the page in the middle of a round. */
export const WEBKIT_FAULTS: Readonly<Record<string, (moment: Moment) => Promise<Outcome>>> = {
  'the page is closed': async ({ webkit }) => {
    await webkit.replaceWindow();
    return GONE;
  },
  'the page is loaded again': async ({ webkit }) => {
    await webkit.reload();
    return GONE;
  },
  'a worker is terminated': async ({ page }) => {
    await terminateWorkers(page);
    return { gone: false, codes: ['worker-lost'] };
  },
  'the page stands still for a while': async ({ webkit, random }) => {
    const pids = webkit.pageProcesses();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await pause(500 + random() * 1500);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    return { gone: false, codes: [] };
  },
};

/** @throws Error that says what was lost */
export async function playWebKitRound(seed: number, site: Site): Promise<RoundReport> {
  const random = generator(seed);
  const names = Object.keys(WEBKIT_FAULTS);
  const fault = names[Math.floor(random() * names.length)] as string;
  const lanes = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, lane) => `t${lane}`);
  const acknowledged: Acknowledged = new Map();
  const hearing = await hear(acknowledged);
  const webkit = await startWebKit();
  const page = scripted(webkit);
  try {
    await openPage(webkit, site);
    await openMemory(page);
    await page.evaluate((origin) => {
      window.acknowledge = async (lane, turn) => void (await fetch(`${origin}/${lane}/${turn}`, { mode: 'no-cors' }));
    }, hearing.origin);
    await startWriting(page, lanes);
    await untilWriting(lanes, acknowledged);
    await pause(random() * 600);

    const hit = WEBKIT_FAULTS[fault];
    if (!hit) throw new Error(`no fault is called ${fault}`);
    const { gone, codes } = await hit({ webkit, page, random });
    await pause(200);
    if (!gone) {
      const unexpected = (await stopWriting(page)).filter((code) => !codes.includes(code));
      if (unexpected.length > 0) throw new Error(`calls were refused: ${unexpected.join(', ')}`);
    }
    await openPage(webkit, site);
    await openMemory(page);
    const bundle = await exported(page);
    for (const [lane, calls] of acknowledged) carriedOut(bundle, lane, calls);
    await expectSound(page, bundle);
    return { fault, tabs: lanes.length, calls: callsOf(acknowledged) };
  } catch (error) {
    throw new Error(`WebKit, ${fault}, ${callsOf(acknowledged)} calls: ${(error as Error).message}`, { cause: error });
  } finally {
    await webkit.close();
    await hearing.close();
  }
}

/** Functions are sent as their text, as Playwright does it. */
const scripted = (webkit: WebKit): Scripted => ({
  evaluate: ((script: string | (() => unknown), argument?: unknown) =>
    webkit.evaluate(
      typeof script === 'string' ? script : `return (${script.toString()})(${JSON.stringify(argument) ?? ''});`,
    )) as Scripted['evaluate'],
});

async function openPage(webkit: WebKit, site: Site): Promise<void> {
  await webkit.open(`${site.origin}/page`);
  await webkit.evaluate(`
    window.started = [];
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        window.started.push(this);
      }
    };`);
}

/** A server that a page tells of each acknowledged call: what it holds itself ends with it. */
async function hear(acknowledged: Acknowledged): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const [, lane = '', turn = ''] = (request.url ?? '').split('/');
    acknowledged.set(lane, Number(turn) + 1);
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
