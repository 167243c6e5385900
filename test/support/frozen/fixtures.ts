// Fixtures of a stored format by name: written once while the format is current, and never again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type FrozenAdapter } from './stored-bytes.ts';
import { answersOf, asOf, playSession, YEAR_OLD } from './year-old-session.ts';

const fileOf = (version: number, name: string): URL =>
  new URL(`../../fixtures/storage-v${version}/${name}.json`, import.meta.url);

export const fixture = (version: number, name: string): unknown =>
  JSON.parse(readFileSync(fileOf(version, name), 'utf8'));

export const answersAt = (version: number): Record<string, unknown> =>
  fixture(version, 'answers') as Record<string, unknown>;

/**
 * Plays the session into an empty adapter and stores the result, with FREEZE_STORAGE=1 and where no such fixture exists
 * yet. The answers are those of the first adapter.
 */
export async function freeze(version: number, name: string, { storage, dump }: FrozenAdapter): Promise<void> {
  const file = fileOf(version, name);
  if (process.env['FREEZE_STORAGE'] !== '1' || existsSync(file)) return;
  await playSession(storage);
  writeFileSync(file, `${JSON.stringify(await dump())}\n`);
  const answers = fileOf(version, 'answers');
  if (!existsSync(answers)) writeFileSync(answers, `${JSON.stringify(await answersOf(storage))}\n`);
}

/** Opens a session of the current format, and expects unchanged answers and rows. */
export async function expectUnchanged(
  version: number,
  name: string,
  make: (stored: unknown) => Promise<FrozenAdapter>,
): Promise<void> {
  const then = answersAt(version);
  const { storage, dump } = await make(fixture(version, name));
  const before = await dump();
  expect(asOf(await answersOf(storage), then)).toEqual(asOf(then, then));
  expect((await storage.load(YEAR_OLD, [])).manifest?.version).toBe(version);
  expect(await dump()).toEqual(before);
}
