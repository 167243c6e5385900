// Hooks of the views: a value that changes, and an answer of the memory that is read again after each change.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Inspected } from '../model/inspected.ts';
import type { Followed } from '../model/followed.ts';

export function useFollowed<Value>(shown: Followed<Value>): Value {
  const [value, show] = useState(() => shown.get());
  useEffect(() => {
    // The value may have changed since it was drawn.
    show(() => shown.get());
    return shown.subscribe(() => show(() => shown.get()));
  }, [shown]);
  return value;
}

export interface Answered<Answer> {
  readonly answer?: Answer;
  readonly error?: unknown;
}

/**
 * Reads at once, after each change of the memory and of `by`; changes during one reading are read together afterwards.
 * The former answer stays until the next one is there.
 */
export function useAnswer<Answer>(
  inspected: Inspected,
  read: () => Promise<Answer>,
  by: readonly unknown[] = [],
): Answered<Answer> {
  const changes = useFollowed(inspected.changes);
  const [reading, show] = useState<Answered<Answer>>({});
  const latest = useRef({ read, isReading: false, isStale: false, isGone: false });
  latest.current.read = read;
  useEffect(() => {
    latest.current.isGone = false;
    return () => void (latest.current.isGone = true);
  }, []);
  useEffect(() => {
    void follow(latest.current, show);
  }, [inspected, changes, ...by]);
  return reading;
}

async function follow<Answer>(
  state: { read: () => Promise<Answer>; isReading: boolean; isStale: boolean; isGone: boolean },
  show: (reading: Answered<Answer>) => void,
): Promise<void> {
  state.isStale = true;
  if (state.isReading) return;
  state.isReading = true;
  while (state.isStale) {
    state.isStale = false;
    const reading = await state.read().then(
      (answer): Answered<Answer> => ({ answer }),
      (error: unknown): Answered<Answer> => ({ error }),
    );
    if (!state.isGone && !state.isStale) show(reading);
  }
  state.isReading = false;
}
