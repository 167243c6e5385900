// The sentinels of a storage in the form of `localStorage`: read once at opening, written behind.
import type { TextPlace } from '../client/sentinel.ts';
import type { Sentinels } from '../storage/port.ts';

export interface StorageSentinels extends TextPlace {
  /** Resolves when everything written so far is stored, or was refused. */
  settled(): Promise<void>;
}

/** @param name of the session's own sentinel, the only one that is read @param isReadOnly nothing is written */
export async function storageSentinels(
  sentinels: Sentinels,
  name: string,
  isReadOnly: boolean,
): Promise<StorageSentinels> {
  const found = await sentinels.read(name).catch(() => undefined);
  let last: Promise<void> = Promise.resolve();
  const write = (of: string, text?: string): void => {
    // A refused one leaves a reset unnoticed, and nothing else.
    if (!isReadOnly) last = last.then(() => sentinels.write(of, text)).catch(() => undefined);
  };
  return {
    getItem: (of) => (of === name ? (found ?? null) : null),
    setItem: write,
    removeItem: (of) => write(of),
    settled: () => last,
  };
}
