// Rows of a page whose memory has vectors.
import { readFileSync } from 'node:fs';
import type { Chromium } from './chromium.ts';
import { blockingRows } from './main-thread-rows.ts';
import { timing, type Timing } from './measure.ts';
import { faster, informative, informativeTimes, millis, type Row, times } from './report.ts';
import { type Way, WAYS } from './stored-vectors.ts';

const DIMENSION = 384;
const ROUNDS = 9;
const STORED = 10_000;
const ASKED = 64;
const LEAST_FASTER = 2.5;
/** Limit of a question's time ÷ that of an empty call. */
const MOST_OF_EMPTY = 1.2;

export async function meaningRows(chromium: Chromium): Promise<Row[]> {
  const emptyWorker = readFileSync(new URL('empty-worker.js', import.meta.url), 'utf8');
  const filling = await chromium.openPage();
  await filling.evaluate((all) => window.benches.benchFillVectors(...all), [STORED, DIMENSION] as const);
  await filling.close();
  const { blocks, records, 'blocks read': blocksRead, 'records read': recordsRead } = await readings(chromium);

  const page = await chromium.openPage();
  const vectors = [STORED, DIMENSION] as const;
  const opening = await page.evaluate((all) => window.benches.benchOpenWithVectors(...all), vectors);
  await chromium.reload(page);
  const asked = [ASKED, DIMENSION, emptyWorker] as const;
  const question = await page.evaluate((all) => window.benches.benchQuestion(...all), asked);
  await page.close();

  const { empty, withVector, oneHit, wordsAlone, noItem, questionAlone, ready, readyOneHit } = question;
  const opened = `open with ${STORED} vectors of ${DIMENSION}`;
  const toEmpty = (medianMs: number): string => `${millis(medianMs)} against ${millis(empty.medianMs)}`;
  const besides: readonly (readonly [what: string, timing: Timing])[] = [
    ['the same for one hit', oneHit],
    ['the same with words alone', wordsAlone],
    ['items.get of an id that is not there', noItem],
    ['such a question to a worker that does nothing with it', questionAlone],
    ['the same to a worker that has ten hits ready', ready],
    ['the same for one hit that is ready', readyOneHit],
  ];
  return [
    {
      what: `${STORED} × ${DIMENSION} from IndexedDB into a kernel, through the engine, against one record each`,
      ...faster(records.medianMs / blocks.medianMs, LEAST_FASTER),
      measured: `${millis(blocks.medianMs)} against ${millis(records.medianMs)}`,
    },
    {
      what: 'the same, reading alone',
      ...informativeTimes(recordsRead.medianMs / blocksRead.medianMs),
      measured: `${millis(blocksRead.medianMs)} against ${millis(recordsRead.medianMs)}`,
    },
    ...blockingRows(opened, opening.blocking, opening.idle),
    { what: `${opened}: until open`, ...informative(opening.openMs) },
    { what: `${opened}: from there until all vectors are in place`, ...informative(opening.settledMs) },
    {
      what: `remember over ${ASKED} items with a vector, through the worker, against an empty call`,
      ...times(withVector.medianMs / empty.medianMs, MOST_OF_EMPTY),
      measured: `${toEmpty(withVector.medianMs)}; p99 ${millis(withVector.p99Ms)}`,
    },
    ...besides.map(([what, { medianMs }]) => ({
      what,
      ...informativeTimes(medianMs / empty.medianMs),
      measured: toEmpty(medianMs),
    })),
  ].map((row) => ({ bench: 'meaning', runtime: chromium.name, ...row }));
}

/** Takes every reading in a new page, alternating all ways. */
async function readings(chromium: Chromium): Promise<Record<Way, Timing>> {
  const durations = Object.fromEntries(WAYS.map((way) => [way, [] as number[]])) as Record<Way, number[]>;
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of WAYS) {
      const page = await chromium.openPage();
      const asked = [way, STORED] as const;
      durations[way].push(await page.evaluate((all) => window.benches.benchReadVectors(...all), asked));
      await page.close();
    }
  }
  return Object.fromEntries(WAYS.map((way) => [way, timing(durations[way])])) as Record<Way, Timing>;
}
