import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterReminder,
  compliance,
  countRound,
  INITIAL_REMINDER,
  markUpdated,
  REMINDER_LEVELS,
  reminderLevel,
  type ReminderOptions,
  type ReminderReading,
  type ReminderState,
} from '../../../src/context/reminder/reminder.ts';
import { resolveSettings } from '../../../src/options/options.ts';

const DEFAULTS = resolveSettings({ session: 's' }).context.reminder;
const CALM: ReminderReading = { ratio: 0.1, messages: 10, writable: true };

const afterRounds = (count: number, state: ReminderState = INITIAL_REMINDER): ReminderState => {
  let next = state;
  for (let round = 0; round < count; round++) next = countRound(next, { updated: false, now: round });
  return next;
};

const levelAt = (rounds: number, reading: Partial<ReminderReading> = {}, options: Partial<ReminderOptions> = {}) =>
  reminderLevel(
    { ...INITIAL_REMINDER, roundsSinceUpdate: rounds },
    { ...CALM, ...reading },
    { ...DEFAULTS, ...options },
  );

describe('counting rounds', () => {
  it('begins with 1, adds 1, and reports 0 once after an update [S001-34, S001-35, S001-59]', () => {
    let state = INITIAL_REMINDER;
    const seen = [false, false, true, false, false, true, true, false].map((updated, now) => {
      state = countRound(state, { updated, now });
      return state.roundsSinceUpdate;
    });
    expect(seen).toEqual([1, 2, 0, 1, 2, 0, 0, 1]);
  });

  it('knows when it looked last and when the overview was written last [S001-07, S001-08, S001-12]', () => {
    const first = countRound(INITIAL_REMINDER, { updated: false, now: 100 });
    expect(first).toMatchObject({ lastCheckTime: 100, lastUpdateTime: undefined });
    const written = markUpdated(first, 150);
    expect(written).toMatchObject({ lastCheckTime: 100, lastUpdateTime: 150, roundsSinceUpdate: 0 });
    expect(countRound(written, { updated: false, now: 200 })).toMatchObject({
      lastCheckTime: 200,
      lastUpdateTime: 150,
    });
  });

  it('takes a write it was told of at once and one it finds at the next request for the same', () => {
    const before = afterRounds(4);
    const told = countRound(markUpdated(before, 9), { updated: false, now: 9 });
    expect(countRound(before, { updated: true, now: 9 })).toEqual(told);
    expect(countRound(markUpdated(before, 9), { updated: true, now: 9 })).toEqual(told);
  });

  it('sets 1 in the session’s first request also when the overview was written before it [S001-34]', () => {
    expect(countRound(INITIAL_REMINDER, { updated: true, now: 1 }).roundsSinceUpdate).toBe(1);
  });

  it('survives being stored as JSON', () => {
    const state = afterReminder(countRound(markUpdated(afterRounds(3), 5), { updated: false, now: 6 }));
    expect({ ...INITIAL_REMINDER, ...(JSON.parse(JSON.stringify(state)) as ReminderState) }).toEqual(state);
    expect({ ...INITIAL_REMINDER, ...(JSON.parse(JSON.stringify(INITIAL_REMINDER)) as object) }).toEqual(
      INITIAL_REMINDER,
    );
  });
});

describe('a reminder is due', () => {
  const isDue = (...args: Parameters<typeof levelAt>) => levelAt(...args) !== undefined;

  it('above 5 rounds, not at 5 [S001-10, S001-20, S001-37, S001-84]', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 100].filter((rounds) => isDue(rounds))).toEqual([6, 7, 100]);
  });

  it('above 70 % with more than 3 rounds, not at 70 % and not at 3 [S001-21, S001-38, S001-84]', () => {
    expect(isDue(4, { ratio: 0.7 })).toBe(false);
    expect(isDue(4, { ratio: 89_600 / 128_000 })).toBe(false);
    expect(isDue(4, { ratio: 89_601 / 128_000 })).toBe(true);
    expect(isDue(3, { ratio: 0.99 })).toBe(false);
  });

  it('at no percentage by less than a token', () => {
    for (let tokenThreshold = 0; tokenThreshold <= 100; tokenThreshold++) {
      for (const max of [100, 128_000, 1_000_000]) {
        const used = (tokenThreshold * max) / 100;
        expect(isDue(4, { ratio: used / max }, { tokenThreshold })).toBe(false);
        expect(isDue(4, { ratio: (used + 1) / max }, { tokenThreshold })).toBe(true);
      }
    }
  });

  it('by the number of messages where a threshold is set, and there is none by default [S001-22]', () => {
    expect(DEFAULTS.maxMessages).toBe(Infinity);
    expect(isDue(4, { messages: 1_000_000 })).toBe(false);
    expect(isDue(4, { messages: 40 }, { maxMessages: 40 })).toBe(false);
    expect(isDue(4, { messages: 41 }, { maxMessages: 40 })).toBe(true);
    expect(isDue(3, { messages: 41 }, { maxMessages: 40 })).toBe(false);
  });

  it('never below the minimum of rounds, whatever else is exceeded [S001-11, S001-36]', () => {
    expect([1, 2, 3].map((rounds) => isDue(rounds, {}, { maxRounds: 0 }))).toEqual([false, false, true]);
    fc.assert(
      fc.property(reading, options, fc.nat(20), (given, chosen, rounds) => {
        if (levelAt(rounds, given, chosen) !== undefined) expect(rounds).toBeGreaterThanOrEqual(chosen.minRounds);
      }),
    );
  });

  it('never when switched off, and counting goes on [S001-86]', () => {
    fc.assert(
      fc.property(reading, options, fc.nat(1000), (given, chosen, rounds) => {
        expect(levelAt(rounds, given, { ...chosen, enabled: false })).toBeUndefined();
      }),
    );
    expect(afterRounds(9).roundsSinceUpdate).toBe(9);
  });

  it('never to a model that could not act on it', () => {
    fc.assert(
      fc.property(reading, options, fc.nat(1000), (given, chosen, rounds) => {
        expect(levelAt(rounds, { ...given, writable: false }, chosen)).toBeUndefined();
      }),
    );
  });

  it('again for more rounds, more tokens and more messages where it was due for less', () => {
    fc.assert(
      fc.property(
        reading,
        options,
        fc.nat(20),
        fc.nat(5),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, chosen, rounds, further, more) => {
          if (!isDue(rounds, given, chosen)) return;
          const worse = { ratio: given.ratio + more, messages: given.messages + further };
          expect(isDue(rounds + further, { ...given, ...worse }, chosen)).toBe(true);
        },
      ),
    );
  });
});

describe('a reminder grows firmer', () => {
  const options = { ...DEFAULTS, pause: true };
  /** The levels of one unheeded request after another, from the sixth round on. */
  const levels = (count: number, reading: Partial<ReminderReading>, chosen: ReminderOptions) => {
    let state = afterRounds(5);
    return Array.from({ length: count }, () => {
      state = countRound(state, { updated: false, now: 0 });
      const level = reminderLevel(state, { ...CALM, ...reading }, chosen);
      if (level) state = afterReminder(state);
      return level;
    });
  };

  it('from a hint to firm when it was not heeded [S001-69, S001-70]', () => {
    expect(levels(6, {}, DEFAULTS)).toEqual(['hint', 'firm', 'firm', 'firm', 'firm', 'firm']);
  });

  it('at once above half of the window, not at half [S003-65]', () => {
    expect(levels(2, { ratio: 0.5 }, DEFAULTS)).toEqual(['hint', 'firm']);
    expect(levels(2, { ratio: 0.501 }, DEFAULTS)).toEqual(['firm', 'firm']);
  });

  it('to a pause after three that were not heeded, only where the app asked for that [S001-71]', () => {
    expect(levels(6, {}, options)).toEqual(['hint', 'firm', 'firm', 'pause', 'pause', 'pause']);
    expect(levels(6, { ratio: 0.9 }, options)).toEqual(['firm', 'firm', 'firm', 'pause', 'pause', 'pause']);
    expect(levels(40, { ratio: 0.9 }, DEFAULTS)).not.toContain('pause');
  });

  it('and begins anew with a hint after an update', () => {
    let state: ReminderState = { ...afterRounds(9), remindersSinceUpdate: 4 };
    state = afterRounds(6, countRound(state, { updated: true, now: 1 }));
    expect(reminderLevel(state, CALM, options)).toBe('hint');
  });

  it('and never milder while it is not heeded', () => {
    fc.assert(
      fc.property(reading, fc.boolean(), (given, pause) => {
        const ranks = levels(8, { ...given, writable: true }, { ...DEFAULTS, pause }).map((level) =>
          level === undefined ? -1 : REMINDER_LEVELS.indexOf(level),
        );
        expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
      }),
    );
  });
});

describe('compliance', () => {
  it('tells updates that followed a reminder from those that did not [S001-76]', () => {
    let state = afterRounds(2);
    state = countRound(state, { updated: true, now: 1 });
    state = afterReminder(afterReminder(afterRounds(6, state)));
    state = countRound(state, { updated: true, now: 2 });
    expect(compliance(state)).toEqual({
      rounds: 10,
      reminders: 2,
      promptedUpdates: 1,
      unpromptedUpdates: 1,
      heededShare: 0.5,
      roundsPerUpdate: 5,
      roundsToHeed: 1,
      outcomes: [1, 0, 0, 0],
      ignored: 0,
    });
  });

  it('says nothing about what has not happened yet', () => {
    expect(compliance(INITIAL_REMINDER)).toMatchObject({
      rounds: 0,
      heededShare: undefined,
      roundsPerUpdate: undefined,
    });
    expect(compliance(afterReminder(afterRounds(6)))).toMatchObject({ heededShare: 0, roundsPerUpdate: undefined });
  });

  it('counts several writes between two requests as one update', () => {
    const reminded = afterReminder(afterRounds(6));
    const once = markUpdated(reminded, 1);
    expect(markUpdated(once, 2)).toEqual({ ...once, lastUpdateTime: 2 });
  });

  it('adds up over any session', () => {
    const act = fc.constantFrom('round', 'write', 'remind');
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        let state = INITIAL_REMINDER;
        for (const [now, done] of acts.entries()) {
          if (done === 'round') state = countRound(state, { updated: false, now });
          else state = done === 'write' ? markUpdated(state, now) : afterReminder(state);
        }
        const { rounds, reminders, promptedUpdates, unpromptedUpdates, heededShare } = compliance(state);
        const counted = (wanted: string) => acts.filter((done) => done === wanted).length;
        expect([rounds, reminders]).toEqual([counted('round'), counted('remind')]);
        // Writes without a request in between are one.
        const updates = acts
          .filter((done) => done !== 'remind')
          .filter((done, index, all) => done === 'write' && all[index - 1] !== 'write');
        expect(promptedUpdates + unpromptedUpdates).toBe(updates.length);
        expect(promptedUpdates).toBeLessThanOrEqual(reminders);
        if (reminders > 0) expect(heededShare).toBe(promptedUpdates / reminders);
      }),
    );
  });
});

const reading: fc.Arbitrary<ReminderReading> = fc.record({
  ratio: fc.double({ min: 0, max: 2, noNaN: true }),
  messages: fc.nat(500),
  writable: fc.constant(true),
});

const options: fc.Arbitrary<ReminderOptions> = fc.record({
  enabled: fc.constant(true),
  maxRounds: fc.nat(10),
  minRounds: fc.nat(10),
  tokenThreshold: fc.nat(100),
  maxMessages: fc.nat(100),
  format: fc.constantFrom('inline', 'plain', 'comment'),
  pause: fc.boolean(),
});
