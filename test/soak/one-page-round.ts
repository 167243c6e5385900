// One round in a browser with one page: its lanes write to one session, one fault hits the page or the browser, and the
// stored data are compared with the acknowledged writes. A seed decides everything but the timing of the machine.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** A browser as far as a round drives it. */
export interface OnePage extends Scripted {
  readonly name: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Closes the page, and goes on in another one. */
  replacePage(): Promise<void>;
  close(): Promise<void>;
}

export interface Moment<Browser extends OnePage> {
  readonly browser: Browser;
  readonly site: Site;
  /** Draws in [0, 1). */
  readonly random: () => number;
}

/** Codes of the calls that may be refused; `gone`: the page cannot be asked. */
export interface Outcome {
  readonly gone: boolean;
  readonly codes: readonly string[];
}

export interface PageFault<Browser extends OnePage> {
  readonly hit: (moment: Moment<Browser>) => Promise<Outcome>;
  /** Options of the memory that writes. */
  readonly options?: Record<string, unknown>;
}

export type PageFaults<Browser extends OnePage> = Readonly<Record<string, PageFault<Browser>>>;

export const GONE: Outcome = { gone: true, codes: [] };

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Another page writes to the session meanwhile. A page that the browser kept must go on with that, and by itself. */
async function comeBack({ browser, site }: Moment<OnePage>): Promise<Outcome> {
  await openPage(browser, `${site.origin}/page?other`);
  await openMemory(browser);
  await browser.evaluate(async () => void (await window.memory.items.memorize('written meanwhile')));
  await browser.back();
  if (!(await browser.evaluate(() => 'memory' in window))) return GONE;
  const texts = await browser.evaluate(async () => {
    await window.memory.items.memorize('written afterwards');
    return (await window.memory.items.list()).map(({ text }) => text);
  });
  for (const text of ['written meanwhile', 'written afterwards']) {
    if (!texts.includes(text)) throw new Error(`a page that was shown again does not list what was ${text}`);
  }
  return { gone: false, codes: ['worker-lost'] };
}

/** Faults of a page in any browser. */
export const ANYWHERE: PageFaults<OnePage> = {
  'the page is closed': { hit: ({ browser }) => browser.replacePage().then(() => GONE) },
  'the page goes elsewhere': { hit: ({ browser }) => browser.open('about:blank').then(() => GONE) },
  'the page is loaded again': { hit: ({ browser }) => browser.reload().then(() => GONE) },
  'the user comes back to the page': { hit: comeBack },
  'the user comes back to a page that writes on its own thread': { hit: comeBack, options: { worker: false } },
  'a worker is terminated': {
    async hit({ browser }) {
      await terminateWorkers(browser);
      return { gone: false, codes: ['worker-lost'] };
    },
  },
};

/** @throws Error that says what was lost */
export async function playOnePageRound<Browser extends OnePage>(
  seed: number,
  site: Site,
  start: () => Promise<Browser>,
  faults: PageFaults<Browser>,
): Promise<RoundReport> {
  const random = generator(seed);
  const names = Object.keys(faults);
  const name = names[Math.floor(random() * names.length)] as string;
  const { hit, options } = faults[name] as PageFault<Browser>;
  const lanes = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, lane) => `t${lane}`);
  const acknowledged: Acknowledged = new Map();
  const hearing = await hear(acknowledged);
  const browser = await start();
  try {
    await openPage(browser, `${site.origin}/page`);
    await openMemory(browser, options);
    await browser.evaluate((origin) => {
      window.acknowledge = async (lane, turn) => {
        const tell = (): Promise<boolean> =>
          fetch(`${origin}/${lane}/${turn}`, { mode: 'no-cors' }).then(
            () => true,
            () => false,
          );
        // A page that is left loses what it asks of the network.
        while (!(await tell())) await new Promise((resolve) => setTimeout(resolve, 20));
      };
    }, hearing.origin);
    await startWriting(browser, lanes);
    await untilWriting(lanes, acknowledged);
    await pause(random() * 600);

    const { gone, codes } = await hit({ browser, site, random });
    await pause(200);
    if (!gone) {
      const unexpected = (await stopWriting(browser)).filter((code) => !codes.includes(code));
      if (unexpected.length > 0) throw new Error(`calls were refused: ${unexpected.join(', ')}`);
    }
    await openPage(browser, `${site.origin}/page`);
    await openMemory(browser);
    const bundle = await exported(browser);
    for (const [lane, calls] of acknowledged) carriedOut(bundle, lane, calls);
    await expectSound(browser, bundle);
    return { fault: name, tabs: lanes.length, calls: callsOf(acknowledged) };
  } catch (error) {
    throw new Error(`${browser.name}, ${name}, ${callsOf(acknowledged)} calls: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    await browser.close();
    await hearing.close();
  }
}

async function openPage(browser: OnePage, url: string): Promise<void> {
  await browser.open(url);
  await browser.evaluate(() => {
    const started: Worker[] = [];
    window.started = started;
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        started.push(this);
      }
    };
  });
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
