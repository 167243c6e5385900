// A million operations of a careless model with the default limits, both divided by 32.
import { expect, it } from 'vitest';
import { resolveSettings } from '../../src/options/options.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { ROW_STORES } from '../../src/storage/port.ts';
import { careless, storedBytes } from '../support/careless-model.ts';
import { testEngine } from '../support/engine.ts';

const SHARE = 32;
const defaults = resolveSettings({ session: 'test' });
const part = (bytes: number): number => Math.ceil(bytes / SHARE);

it('stores no more than its share of 64 MB, and what is not divided, at any time', { timeout: 600_000 }, async () => {
  const { longTail, journal, transcript, tombstones, files } = defaults;
  if (!longTail) throw new Error('the long tail is off');
  const limits = {
    longTail: { maxBytes: part(longTail.maxBytes) },
    journal: { maxBytes: part(journal.maxBytes) },
    transcript: { maxBytes: part(transcript.maxBytes) },
    tombstones: { maxIds: part(tombstones.maxIds) },
    files: {
      maxTotalBytes: part(files.maxTotalBytes),
      maxHistoryBytes: part(files.maxHistoryBytes),
      keptDeletedPaths: part(files.keptDeletedPaths),
    },
  };
  const storage = memoryStorage();
  const { engine, clock } = await testEngine(limits, { storage });
  const levels: number[] = [];
  for (let from = 0; from < 1_000_000 / SHARE; from += 1250) {
    await careless(engine, clock, { from, operations: 1250 });
    levels.push(await storedBytes(storage, { workspace: '/', session: 'test' }, ROW_STORES));
  }
  // The store of items and the rows of files beside their texts are no smaller than with the defaults.
  const undivided = 1_048_576 / 2;
  expect(Math.max(...levels)).toBeLessThanOrEqual(64_000_000 / SHARE + undivided);
  // It has let go of most: the level is reached after a third.
  expect(levels.slice(8).every((level) => level > 0.8 * Math.max(...levels))).toBe(true);
});
