import { describe, expect, it } from 'vitest';
import { optionsFromEnv } from '../../../src/entries/environment.ts';
import { resolveSettings } from '../../../src/options/options.ts';

const reminderFrom = (env: Record<string, string | undefined>) => optionsFromEnv(env).context.reminder;

const refused = (env: Record<string, string>) => {
  try {
    optionsFromEnv(env);
  } catch (error) {
    return error as Error & { code: string; details: object };
  }
  throw new Error('it was accepted');
};

describe('options from the environment', () => {
  it('are read from four variables [S001-54, S001-55, S001-56, S001-57, S001-58]', () => {
    const env = { WM_MAX_ROUNDS: '8', WM_MIN_ROUNDS: '2', WM_TOKEN_THRESHOLD: '85', WM_ENABLE_REMINDER: 'false' };
    expect(optionsFromEnv({ ...env, PATH: '/bin', WM_OTHER: 'x' })).toEqual({
      context: { reminder: { maxRounds: 8, minRounds: 2, tokenThreshold: 85, enabled: false } },
    });
  });

  it('leave out what is not set, so that the defaults hold [S001-55, S001-56, S001-57, S001-58]', () => {
    for (const env of [{}, { WM_MAX_ROUNDS: undefined }, { WM_MAX_ROUNDS: '', WM_ENABLE_REMINDER: '  ' }]) {
      expect(optionsFromEnv(env)).toEqual({ context: { reminder: {} } });
    }
    const { reminder } = resolveSettings({ session: 's', ...optionsFromEnv({ WM_MIN_ROUNDS: '1' }) }).context;
    expect(reminder).toMatchObject({ maxRounds: 5, minRounds: 1, tokenThreshold: 70, enabled: true });
  });

  it('understand the usual words of a switch, in any case', () => {
    for (const yes of ['true', 'TRUE', '1', 'on', 'Yes', ' true ']) {
      expect(reminderFrom({ WM_ENABLE_REMINDER: yes })).toEqual({ enabled: true });
    }
    for (const no of ['false', 'False', '0', 'off', 'no']) {
      expect(reminderFrom({ WM_ENABLE_REMINDER: no })).toEqual({ enabled: false });
    }
  });

  it('understand numbers and booleans that a host hands out as such', () => {
    expect(reminderFrom({ WM_MAX_ROUNDS: 0, WM_ENABLE_REMINDER: false } as never)).toEqual({
      maxRounds: 0,
      enabled: false,
    });
  });

  it('allow Infinity rounds', () => {
    expect(reminderFrom({ WM_MAX_ROUNDS: 'Infinity' })).toEqual({ maxRounds: Infinity });
  });

  it('are refused with the name of the variable, its value and what is understood', () => {
    expect(refused({ WM_MAX_ROUNDS: 'five' })).toMatchObject({
      code: 'invalid-option',
      message: "The environment variable WM_MAX_ROUNDS is 'five'. It must be a whole number of rounds, or Infinity.",
      details: { option: 'WM_MAX_ROUNDS', expected: 'a whole number of rounds, or Infinity' },
    });
    expect(refused({ WM_ENABLE_REMINDER: 'maybe' }).message).toMatch(
      /^The environment variable WM_ENABLE_REMINDER is 'maybe'\. It must be one of .*true.*false/,
    );
    expect(refused({ WM_TOKEN_THRESHOLD: '101' }).message).toMatch(/WM_TOKEN_THRESHOLD is '101'.*from 0 to 100/);
  });

  it.each([
    ['WM_MAX_ROUNDS', ['-1', '2.5', '0x5', '5e1', '+5', '5 rounds', 'NaN', '99999999999999999999']],
    ['WM_MIN_ROUNDS', ['-1', 'true', '-Infinity']],
    // Percent, not a share.
    ['WM_TOKEN_THRESHOLD', ['0.7', '70%', '-5', 'Infinity']],
    ['WM_ENABLE_REMINDER', ['2', 'enabled', 'constructor', '__proto__']],
  ])('are refused where %s is no value of its kind', (variable, values) => {
    for (const value of values) {
      expect(refused({ [variable]: value })).toMatchObject({ code: 'invalid-option', details: { option: variable } });
    }
  });
});
