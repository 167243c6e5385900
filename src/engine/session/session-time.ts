// Computes the time of a session from the clock and the latest commit. Pure.
import type { ClockEvent } from '../../api/watching/audit.ts';
import { CLOCK_JUMP_MS } from '../../options/policy.ts';
import type { Manifest } from '../../storage/port.ts';

/** Time of a command or read in its session; earlier than that of a former command only after a jump. */
export interface SessionTime {
  /** ms since 1970. */
  readonly now: number;
  /** The agent's step. */
  readonly step: number;
  /** Event about the clock for the next commit. */
  readonly jump?: ClockEvent;
}

/**
 * Returns the session's time. It never runs backwards, but a clock that was ahead must not stop it: a jump forwards is
 * remembered, and after it a jump backwards is followed, as far as the time before the first one.
 */
export function sessionTime(clock: number, { head, time, step, jumpedFrom = Infinity }: Manifest): SessionTime {
  const isFirst = head === 0;
  if (!isFirst && clock > time + CLOCK_JUMP_MS)
    return { now: clock, step, jump: { type: 'clock-jumped', from: time, to: clock } };
  if (clock < time - CLOCK_JUMP_MS && clock >= jumpedFrom)
    return { now: clock, step, jump: { type: 'clock-restored', from: time, to: clock } };
  return { now: Math.max(clock, time), step };
}

/** Returns the time before the first jump, for the manifest, after this event. */
export function jumpedFromAfter(jump: ClockEvent | undefined, { jumpedFrom }: Manifest): number | undefined {
  if (jump?.type === 'clock-restored') return undefined;
  return jumpedFrom ?? jump?.from;
}
