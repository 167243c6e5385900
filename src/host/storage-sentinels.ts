// Sentinels of a storage in the form of `localStorage`: read once at opening, written in the background.
import type { TextPlace } from '../client/sentinel.ts';
import type { Sentinels } from '../storage/port.ts';

export interface StorageSentinels extends TextPlace {
  /** Resolves when everything written so far is stored, or was refused. */
  settled(): Promise<void>;
}

/** @param name name of the session's own sentinel, the only one read @param isReadOnly whether to write nothing */
export async function storageSentinels(
  sentinels: Sentinels,
  name: string,
  isReadOnly: boolean,
): Promise<StorageSentinels> {
  let known = await sentinels.read(name).catch(() => undefined);
  let isWritten = false;
  let last: Promise<void> = Promise.resolve();
  const behind = (work: () => Promise<void>): void => {
    // A refused write only leaves a reset unnoticed.
    if (!isReadOnly) last = last.then(work).catch(() => undefined);
  };
  return {
    getItem: (of) => (of === name ? (known ?? null) : null),
    setItem(of, text) {
      const isAgain = isWritten;
      isWritten = true;
      known = text;
      behind(async () => {
        // Another owner deleted the session meanwhile.
        if (isAgain && (await sentinels.read(of)) === undefined) return;
        await sentinels.write(of, text);
      });
    },
    removeItem: (of) => behind(() => sentinels.write(of, undefined)),
    settled: () => last,
  };
}
