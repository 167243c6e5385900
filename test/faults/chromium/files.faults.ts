// Damage to the files of IndexedDB in a browser: lost data are reported, the rest opens, and work continues.
import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Recovery } from '../../../src/api/recovery.ts';
import { type ChromiumProcess, startChromium } from '../../support/chromium/chromium-process.ts';
import { type Site, serveFolder } from '../../support/browser/pages.ts';
import {
  cutPower,
  databaseFolder,
  imprint,
  isLog,
  isManifest,
  isTable,
  newest,
  noPowerCut,
  notingSyncs,
  overwrite,
} from '../../support/chromium/profile-files.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';
import { openMemory } from '../../soak/workload.ts';

const NOTES = 300;

let site: Site;
/** A profile with a session of notes, in tables and in the log. */
let whole: string;

async function start(profile: string, env: Record<string, string> = {}): Promise<ChromiumProcess> {
  const browser = await startChromium(profile, { env });
  onTestFinished(() => browser.kill());
  return browser;
}

/** Memorizes `note 0`, `note 1` …, each with a message that says the same. */
async function writeNotes(browser: ChromiumProcess, from: number, to: number, options = {}): Promise<void> {
  const page = await browser.openPage(`${site.origin}/page`);
  await openMemory(page, options);
  await page.evaluate(
    async ([first, end]) => {
      const noise = (): string => Array.from({ length: 20 }, () => crypto.randomUUID()).join(' ');
      for (let index = first as number; index < (end as number); index += 10) {
        const indexes = Array.from({ length: 10 }, (_, add) => index + add);
        await window.memory.items.memorize(indexes.map((each) => `note ${each} ${noise()}`));
        await window.memory.transcript.append({ role: 'user', text: `notes up to ${index + 10}` });
      }
      await window.memory.close();
    },
    [from, to],
  );
  await page.close();
}

/** Writes enough for LevelDB to move earlier writes into a table; later ones stay in the log. */
async function writeNoise(browser: ChromiumProcess): Promise<void> {
  const page = await browser.openPage(`${site.origin}/page`);
  await openMemory(page);
  await page.evaluate(async () => {
    // Larger values would lie in files of their own.
    for (let index = 0; index < 250; index++) {
      const noise = Array.from({ length: 600 }, () => crypto.randomUUID()).join(' ');
      await window.memory.files.write('detail/noise.md', noise, { force: true });
    }
    await window.memory.close();
  });
  await page.close();
}

interface Found {
  readonly code?: string;
  readonly recovery?: Recovery;
  readonly quarantined?: number;
  /** Numbers of the notes that are listed and found, and how many items are counted. */
  readonly notes: readonly number[];
  readonly counted?: number;
  readonly messages?: number;
  readonly goesOn?: boolean;
}

async function look(profile: string): Promise<Found> {
  const browser = await start(profile);
  const page = await browser.openPage(`${site.origin}/page`);
  try {
    await openMemory(page, { deadlineMs: 20_000 });
    return await page.evaluate(async (): Promise<Found> => {
      const { memory } = window;
      const list = await memory.items.list();
      const notes = list.map(({ text }) => Number(text.split(' ')[1])).sort((one, other) => one - other);
      const messages = (await memory.transcript.read({ limit: 1000 })).length;
      const counted = (await memory.items.capacity()).usage.items;
      const goesOn = (await memory.items.memorize('and it goes on')).stored;
      const { recovery } = memory;
      return { recovery, quarantined: memory.runtime.quarantined.length, notes, counted, messages, goesOn };
    });
  } catch (error) {
    return { code: String(error), notes: [] };
  } finally {
    await browser.kill();
  }
}

beforeAll(async () => {
  site = await serveFolder('dist');
  whole = await temporaryFolder();
  const browser = await startChromium(whole);
  await writeNotes(browser, 0, NOTES);
  await writeNoise(browser);
  await writeNotes(browser, NOTES, NOTES + 50);
  await browser.quit();
});
afterAll(() => site.close());

async function copied(): Promise<string> {
  const profile = await temporaryFolder();
  cpSync(whole, profile, { recursive: true });
  return profile;
}

/** Opens a damaged copy of the profile and returns what is found. */
async function damaged(damage: (folder: string) => void): Promise<Found> {
  const profile = await copied();
  const folder = databaseFolder(profile);
  damage(folder);
  expect(imprint(folder)).not.toBe(imprint(databaseFolder(whole)));
  return look(profile);
}

const file = (folder: string, isIt: (name: string) => boolean): string => {
  const found = newest(folder, isIt);
  if (found === undefined) throw new Error(`there is no such file in ${folder}`);
  return found;
};

/** Expects every loss to be reported, and everything listed to be counted. */
function expectTold(found: Found): void {
  expect(found.code).toBeUndefined();
  const lost = NOTES + 50 - found.notes.length;
  if (lost > 0)
    expect(['reset', 'rolled-back', 'partial'], JSON.stringify(found.recovery)).toContain(found.recovery?.kind);
  expect(found.counted).toBe(found.notes.length);
  expect(found.goesOn).toBe(true);
}

describe('the files of IndexedDB', () => {
  it('as they were left open whole, and nothing is told', async () => {
    const found = await look(await copied());
    expect(found).toMatchObject({ recovery: { kind: 'none' }, quarantined: 0, counted: NOTES + 50, goesOn: true });
    expect(found.notes).toHaveLength(NOTES + 50);
  });

  const DAMAGE: readonly (readonly [string, (folder: string) => void])[] = [
    ['F51: with garbage in the log', (folder) => overwrite(file(folder, isLog), () => Buffer.alloc(64, 0x5a))],
    ['F52: with a table that is cut', (folder) => cut(file(folder, isTable), 0.5)],
    ['F52: with a table that is gone', (folder) => rmSync(file(folder, isTable))],
    ['F53: without CURRENT', (folder) => rmSync(join(folder, 'CURRENT'))],
    ['F53: with garbage in CURRENT', (folder) => writeFileSync(join(folder, 'CURRENT'), 'garbage')],
    ['F54: without the log', (folder) => rmSync(file(folder, isLog))],
    ['F55: without their folder', (folder) => rmSync(folder, { recursive: true })],
  ];
  for (const [what, damage] of DAMAGE) {
    it(`${what} are not taken for a first run`, async () => {
      const found = await damaged(damage);
      expectTold(found);
      if (!what.includes('CURRENT')) expect(found.notes.length).toBeLessThan(NOTES + 50);
    });
  }

  it('F52: with one bit of a table flipped give nothing that was not written', async () => {
    const found = await damaged((folder) =>
      overwrite(file(folder, isTable), (bytes) =>
        Buffer.from(bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte))),
      ),
    );
    expectTold(found);
  });

  it('F05: with a torn end of the log end with a whole commit', async () => {
    for (const share of [0.3, 0.61, 0.9]) {
      const found = await damaged((folder) => cut(file(folder, isLog), share));
      expect(found.notes.length).toBeLessThan(NOTES + 50);
      expect(found.notes).toEqual(found.notes.map((_, index) => index));
      expect(found.notes.length % 10, 'batches are whole').toBe(0);
      expect([0, 1]).toContain(found.notes.length / 10 - (found.messages ?? 0));
      expectTold(found);
    }
  });

  it('F40: without a MANIFEST cannot be opened, which every call says with a code', async () => {
    const found = await damaged((folder) => rmSync(file(folder, isManifest)));
    expect(found.code).toContain('storage-unavailable');
  });
});

it('F52: a large text that the browser lost with its file is set aside and told of; the rest opens and goes on', async () => {
  const profile = await temporaryFolder();
  const browser = await start(profile);
  const page = await browser.openPage(`${site.origin}/page`);
  await openMemory(page);
  await page.evaluate(async () => {
    const text = Array.from({ length: 5000 }, () => crypto.randomUUID()).join(' ');
    await window.memory.items.memorize('note 1');
    await window.memory.files.write('detail/large.md', text);
    await window.memory.files.write('detail/other.md', `${text} `);
    await window.memory.close();
  });
  await browser.quit();
  const files = databaseFolder(profile).replace('.leveldb', '.blob');
  expect(existsSync(files)).toBe(true);
  rmSync(files, { recursive: true });
  const found = await look(profile);
  expect(found.code).toBeUndefined();
  expect(found).toMatchObject({
    recovery: { kind: 'partial', lost: { files: 2 } },
    quarantined: 2,
    notes: [1],
    goesOn: true,
  });
});

function cut(path: string, share: number): void {
  truncateSync(path, Math.floor(statSync(path).size * share));
}

describe.skipIf(noPowerCut !== undefined)(`a power cut${noPowerCut ? ` (skipped: ${noPowerCut})` : ''}`, () => {
  it('F03: takes what the browser had not forced to disk; the session opens, and says so', async () => {
    const profile = await temporaryFolder();
    const first = await startChromium(profile);
    await writeNotes(first, 0, 30);
    await first.quit();
    const syncs = notingSyncs(await temporaryFolder());
    const browser = await start(profile, syncs);
    await writeNotes(browser, 30, 60);
    // In good order, so that the page's own note of the head is on the disk.
    await browser.quit();
    expect(cutPower(profile, syncs)).toBeGreaterThan(0);
    const found = await look(profile);
    expect(found.notes).toEqual(found.notes.map((_, index) => index));
    expect(found.notes.length).toBeLessThan(60);
    expect(found.recovery?.kind).toMatch(/rolled-back|reset/);
    expect(found).toMatchObject({ counted: found.notes.length, goesOn: true });
  });

  it('F02, F04: leaves commits that were forced to disk, also after a kill; of what came after them, a beginning', async () => {
    const profile = await temporaryFolder();
    const syncs = notingSyncs(await temporaryFolder());
    const browser = await start(profile, syncs);
    await writeNotes(browser, 0, 30, { durability: 'strict' });
    const forced = readFileSync(syncs.SYNCS, 'utf8').trim().split('\n').length;
    expect(forced, 'each command forces its writes').toBeGreaterThanOrEqual(6);
    await writeNotes(browser, 30, 60, { durability: 'relaxed' });
    const page = await browser.openPage(`${site.origin}/page`);
    await browser.kill();
    await expect(page.evaluate(() => 1)).rejects.toThrow(/closed/);
    expect(cutPower(profile, syncs)).toBeGreaterThan(0);
    const found = await look(profile);
    expect(found.notes.length).toBeGreaterThanOrEqual(30);
    expect(found.notes).toEqual(found.notes.map((_, index) => index));
    expect(found.goesOn).toBe(true);
  });
});
