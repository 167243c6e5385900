// One soak round by its name and seed, in a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '../support/browser/pages.ts';
import { playBrowserRound, type RoundReport } from './browser-round.ts';
import { noRedis, playNodeRound, playRedisRound } from './process-rounds.ts';
import { noFirefox, playFirefoxRound } from './firefox-round.ts';
import { noWebKit, playWebKitRound } from './webkit-round.ts';

/** A round that can be played again: what test/faults/seeds holds. */
export interface Seed {
  readonly where: 'browser' | 'firefox' | 'webkit' | 'node' | 'redis';
  readonly seed: number;
  /** Failure that the seed found when it was kept. */
  readonly found?: string;
}

/** Returns why the round cannot be played here; undefined where it can. */
export const leftOut = ({ where }: Pick<Seed, 'where'>): string | undefined =>
  ({ redis: noRedis, webkit: noWebKit, firefox: noFirefox, browser: undefined, node: undefined })[where];

/** @throws Error that says what was lost */
export async function playRound({ where, seed }: Seed, site: Site): Promise<RoundReport> {
  const folder = await mkdtemp(join(tmpdir(), 'working-memory-soak-'));
  try {
    if (where === 'node') return await playNodeRound(seed, folder);
    if (where === 'redis') return await playRedisRound(seed, folder);
    if (where === 'firefox') return await playFirefoxRound(seed, site, folder);
    if (where === 'webkit') return await playWebKitRound(seed, site);
    return await playBrowserRound(seed, site, folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
