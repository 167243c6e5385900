// A list as one stop of the Tab key: up and down go from entry to entry, and Tab leaves the list.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

export interface OneTabStop {
  /** Selects the entries within the list. */
  readonly entries: string;
  /** Where Tab enters a list in which nothing was chosen yet. */
  readonly enters: 'first' | 'last';
}

/** Holds for every entry that the list has after a change of `shown`. */
export function useOneTabStop(
  list: RefObject<HTMLElement | null>,
  shown: unknown,
  { entries, enters }: OneTabStop,
): void {
  useEffect(() => {
    const all = entriesOf(list, entries);
    const chosen = all.find((entry) => entry.tabIndex === 0 && entry.dataset.stop !== undefined);
    stopAt(all, chosen ?? all.at(enters === 'first' ? 0 : -1));
  }, [shown]);

  useEffect(() => {
    const place = list.current;
    const entered = ({ target }: FocusEvent): void => {
      const all = entriesOf(list, entries);
      const entry = all.find((one) => one === target);
      if (!entry) return;
      stopAt(all, entry);
      entry.dataset.stop = '';
    };
    const moved = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const all = entriesOf(list, entries);
      // In a shadow root the document names the host alone.
      const at = all.findIndex((entry) => entry.matches(':focus'));
      if (step === 0 || at < 0) return;
      event.preventDefault();
      all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
    };
    place?.addEventListener('focusin', entered);
    place?.addEventListener('keydown', moved);
    return () => {
      place?.removeEventListener('focusin', entered);
      place?.removeEventListener('keydown', moved);
    };
  }, [list.current]);
}

const entriesOf = (list: RefObject<HTMLElement | null>, entries: string): HTMLElement[] => [
  ...(list.current?.querySelectorAll<HTMLElement>(entries) ?? []),
];

function stopAt(all: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const entry of all) {
    entry.tabIndex = entry === stop ? 0 : -1;
    if (entry !== stop) delete entry.dataset.stop;
  }
}
