// Compliance with reminders, and the delay of the next ones.
import { describe, expect, it } from 'vitest';
import {
  afterReminder,
  compliance,
  countRound,
  INITIAL_REMINDER,
  isSpaced,
  reminderLevel,
  type ReminderState,
} from '../../../src/context/reminder/reminder.ts';
import { resolveSettings } from '../../../src/options/options.ts';

const OPTIONS = resolveSettings({ session: 's' }).context.reminder;
const CALM = { ratio: 0.1, messages: 10, writable: true };

const round = (state: ReminderState, updated = false): ReminderState => countRound(state, { updated, now: 0 });

/** Rounds of user turns, each with a reminder where one is due; gives the rounds since the update of each. */
function rounds(count: number, from: ReminderState): { state: ReminderState; reminded: number[] } {
  let state = from;
  const reminded: number[] = [];
  for (let done = 0; done < count; done++) {
    state = round(state);
    if (!isSpaced(state, OPTIONS) || reminderLevel(state, CALM, OPTIONS) === undefined) continue;
    reminded.push(state.roundsSinceUpdate);
    state = afterReminder(state);
  }
  return { state, reminded };
}

/** An update after each of so many rounds. */
function updatesEvery(waits: readonly number[], from: ReminderState = round(INITIAL_REMINDER)): ReminderState {
  return waits.reduce((state, wait) => {
    let next = state;
    for (let done = 1; done < wait; done++) next = round(next);
    return round(next, true);
  }, from);
}

describe('a reminder that is not heeded', () => {
  it('is followed by others after 6, 11, 21 and 41 rounds', () => {
    expect(rounds(100, INITIAL_REMINDER).reminded).toEqual([6, 11, 21, 41, 81]);
  });

  it('makes the next ones wait longer once the model has written at last: twice as long for every three [S001-77]', () => {
    const late = round(rounds(30, INITIAL_REMINDER).state, true);
    expect(late).toMatchObject({ ignored: 3, doublings: 1, promptedUpdates: 0, unpromptedUpdates: 1 });
    expect(rounds(30, late).reminded).toEqual([11, 21]);
    const later = round(rounds(100, late).state, true);
    expect(later).toMatchObject({ doublings: 2 });
    expect(rounds(50, later).reminded).toEqual([21, 41]);
    const latest = round(rounds(400, later).state, true);
    expect(latest.doublings).toBe(2);
  });

  it('counts no longer after one that was heeded', () => {
    const late = round(rounds(30, INITIAL_REMINDER).state, true);
    const heeded = round(rounds(11, late).state, true);
    expect(heeded).toMatchObject({ ignored: 0, doublings: 0, promptedUpdates: 1 });
    expect(rounds(12, heeded).reminded).toEqual([6, 11]);
  });
});

describe('an update', () => {
  it.each([
    [1, 1, [1, 0, 0, 0]],
    [2, 1, [0, 1, 0, 0]],
    [3, 1, [0, 1, 0, 0]],
    [4, 0, [0, 0, 1, 0]],
    [10, 0, [0, 0, 1, 0]],
    [11, 0, [0, 0, 0, 1]],
  ])('in the %i. request after a reminder is %i times prompted', (latency, prompted, outcomes) => {
    let state = afterReminder(rounds(5, INITIAL_REMINDER).state);
    for (let done = 1; done < latency; done++) state = round(state);
    const record = compliance(round(state, true));
    expect(record).toMatchObject({ promptedUpdates: prompted, unpromptedUpdates: 1 - prompted, outcomes });
    expect(record.roundsToHeed).toBe(prompted === 1 ? latency : undefined);
  });

  it('without a reminder before it has no outcome', () => {
    expect(compliance(updatesEvery([2, 2])).outcomes).toEqual([0, 0, 0, 0]);
  });
});

describe('a model that writes by itself', () => {
  it('is reminded when it is late by its own rhythm, from the third update on [S001-77]', () => {
    expect(rounds(30, updatesEvery([5, 5])).reminded[0]).toBe(6);
    expect(rounds(30, updatesEvery([5, 5, 5])).reminded[0]).toBe(8);
    expect(rounds(30, updatesEvery([2, 2, 2])).reminded[0]).toBe(6);
  });

  it('is reminded four times as late at most', () => {
    const seldom = { ...updatesEvery([5, 5, 5]), unpromptedRounds: 900 };
    expect(rounds(30, seldom).reminded[0]).toBe(21);
  });
});
