// The cold open of a page: the memory's worker starts, and reads IndexedDB.
import { openWorkingMemory } from 'working-memory';
import { type ColdOpen, fillSession, OPEN_BENCH, timeColdOpen } from './cold-open.ts';

export const benchFillSession = async (size: number): Promise<void> =>
  fillSession(await openWorkingMemory(OPEN_BENCH), size);

/** Measures a cold open; call it in a page that has not opened the session before. */
export const benchColdOpen = (size: number): Promise<ColdOpen> =>
  timeColdOpen(() => openWorkingMemory(OPEN_BENCH), size);
