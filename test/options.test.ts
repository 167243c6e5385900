import { describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../src/entries/index.ts';
import { PROFILES } from '../src/options/rules.ts';
import { OPTIONS, resolveSettings, type SettingsInput } from '../src/options/options.ts';
import { rowsOf } from './support/options-page.ts';

const valueAt = (settings: object, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => (value as Record<string, unknown>)[name], settings);

const refused = (options: unknown) => {
  try {
    resolveSettings(options as SettingsInput);
  } catch (error) {
    return error as Error & { code: string; details: unknown };
  }
  throw new Error('it was accepted');
};

describe('options', () => {
  it.each(PROFILES)('have defaults in the profile %s that keep their own rules', (profile) => {
    const settings = resolveSettings({ session: 's', profile });
    for (const { path, defaults, accepts } of rowsOf(OPTIONS)) {
      if (path === 'session') continue;
      expect(valueAt(settings, path), path).toBe(
        path === 'profile' ? profile : (defaults?.[profile] ?? defaults?.default),
      );
      expect(accepts(valueAt(settings, path)), path).toBe(true);
    }
  });

  it('are in no profile what the default is anyway', () => {
    const idle = rowsOf(OPTIONS).filter(
      ({ defaults }) => defaults && PROFILES.some((name) => name !== 'default' && defaults[name] === defaults.default),
    );
    expect(idle.map(({ path }) => path)).toEqual([]);
  });

  it('name the nearest value of a misspelt one', () => {
    expect(refused({ session: 's', profile: 'priorty' })).toMatchObject({
      message: "Option profile must be 'default' or 'queue' or 'priority'; got 'priorty'. Did you mean 'priority'?",
      details: { option: 'profile', nearest: 'priority' },
    });
    expect(refused({ session: 's', locale: 'French' }).message).toBe(
      "Option locale must be 'en' or 'zh-CN'; got 'French'.",
    );
  });

  it('resolve to one object of every option, which nobody can change', () => {
    const settings = resolveSettings({ session: 's' });
    expect(Object.keys(settings)).toEqual(Object.keys(OPTIONS));
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.context.reminder)).toBe(true);
  });

  it('let `auto` or numbers in range decide how meaning counts', () => {
    const { recall } = resolveSettings({ session: 's', recall: { fusion: { floor: 0 } } });
    expect(recall.fusion).toEqual({ weight: 'auto', floor: 0 });
    const bad: readonly object[] = [
      { recall: { fusion: { weight: 101 } } },
      { recall: { fusion: { weight: 'much' } } },
      { recall: { fusion: { floor: 1 } } },
      { recall: { fusion: { floor: -0.1 } } },
      { embedding: { batch: 0 } },
      { embedding: { queryMs: -1 } },
      { embedding: { timeoutMs: Infinity } },
      { embedding: { idleMs: Number.NaN } },
    ];
    for (const options of bad) expect(refused({ session: 's', ...options }).code).toBe('invalid-option');
    expect(refused({ session: 's', recall: { fusion: { weight: 'much' } } }).message).toBe(
      "Option recall.fusion.weight must be a number from 0 to 100, or 'auto'; got 'much'.",
    );
  });

  it('are other defaults per profile, and the caller’s own values win', () => {
    const { limits, eviction } = resolveSettings({ session: 's', profile: 'priority' });
    expect(limits).not.toEqual(resolveSettings({ session: 's' }).limits);
    const own = resolveSettings({ session: 's', profile: 'priority', limits: { maxItems: 50 } });
    expect(own.limits).toEqual({ ...limits, maxItems: 50 });
    expect(own.eviction).toEqual(eviction);
  });

  it('are refused with the nearest known name when unknown', () => {
    expect(refused({ session: 's', limts: {} })).toMatchObject({
      code: 'invalid-option',
      details: { option: 'limts', nearest: 'limits' },
    });
    expect(refused({ session: 's', limits: { maxItem: 3 } }).message).toBe(
      'Option limits.maxItem is unknown. Did you mean limits.maxItems?',
    );
    expect(refused({ session: 's', zzzzzzzzzzzz: 1 }).message).toMatch(/Known here: session, workspace/);
  });

  it('are refused with what they must be when out of range', () => {
    expect(refused({ session: 's', limits: { maxItems: 0 } }).message).toBe(
      'Option limits.maxItems must be a whole number from 1 to 1000000; got 0.',
    );
    const bad: readonly object[] = [
      { session: '' },
      { session: 5 },
      {},
      { session: 's', profile: 'fast' },
      { session: 's', limits: 3 },
      ...[0, -1, Number.NaN, 1.5, Infinity, '10', null].flatMap((value) => [
        { session: 's', limits: { maxItems: value } },
        { session: 's', limits: { maxTokens: value } },
      ]),
      { session: 's', decay: { factor: 1.01 } },
      { session: 's', ttl: { softSteps: 1.5 } },
      { session: 's', ttl: { hardMs: -1 } },
      { session: 's', context: { window: 999 } },
      { session: 's', context: { autonomy: 'full' } },
      { session: 's', context: { placement: 'tail' } },
      { session: 's', context: { recentTurns: 51 } },
      { session: 's', context: { stubAbove: 0 } },
      { session: 's', context: { fallbackAt: 1 } },
      { session: 's', context: { reminder: { enabled: 'false' } } },
      { session: 's', context: { reminder: { maxRounds: -1 } } },
      { session: 's', context: { reminder: { minRounds: 2.5 } } },
      // Percent, not a share: 0.7 would remind at all times.
      { session: 's', context: { reminder: { tokenThreshold: 0.7 } } },
      { session: 's', context: { reminder: { maxMessages: '40' } } },
      { session: 's', context: { reminder: { format: 'html' } } },
      { session: 's', context: { reminder: { pause: 1 } } },
    ];
    for (const options of bad) expect(refused(options).code).toBe('invalid-option');
    expect(refused({ session: 's', context: { reminder: { maxRound: 4 } } }).message).toBe(
      'Option context.reminder.maxRound is unknown. Did you mean context.reminder.maxRounds?',
    );
    expect(refused({ session: 's', context: { reminder: { enabled: 1 } } }).message).toBe(
      'Option context.reminder.enabled must be true or false; got 1.',
    );
    for (const options of [undefined, null, 'chat', []]) expect(refused(options).code).toBe('invalid-option');
  });

  it('of ages are turned off by Infinity and by nothing else', () => {
    const off = { softSteps: Infinity, softMs: Infinity, hardMs: Infinity };
    expect(resolveSettings({ session: 's', ttl: off }).ttl).toEqual(off);
    for (const wrong of [false, null, -1, Number.NaN, 'never', 'off', Number.NEGATIVE_INFINITY]) {
      for (const name of ['softMs', 'hardMs']) {
        expect(refused({ session: 's', ttl: { [name]: wrong } }).message).toMatch(
          `Option ttl.${name} must be a number of milliseconds above 0; Infinity turns it off; got `,
        );
      }
      expect(refused({ session: 's', ttl: { softSteps: wrong } }).message).toMatch(
        'Option ttl.softSteps must be a whole number of steps, or Infinity; got ',
      );
    }
    for (const name of ['softMs', 'hardMs'])
      expect(refused({ session: 's', ttl: { [name]: 0 } }).message).toMatch('got 0');
  });

  it('say where items are looked for, in the words of a call', () => {
    const scopeOf = (recall: object) => resolveSettings({ session: 's', recall }).recall.scope;
    for (const scope of ['items', 'tail', ['tail'], ['items', 'tail']]) expect(scopeOf({ scope })).toEqual(scope);
    for (const scope of ['all', [], ['items', 'files'], null, { items: true }]) {
      expect(refused({ session: 's', recall: { scope } }).message).toMatch(
        "Option recall.scope must be 'items' or 'tail', or an array of these; got ",
      );
    }
  });

  it('keep what was memorized, but for the profile of the source that lets it expire', () => {
    const hardMs = (profile: (typeof PROFILES)[number]) => resolveSettings({ session: 's', profile }).ttl.hardMs;
    expect(PROFILES.map(hardMs)).toEqual([Infinity, Infinity, 2 * 3_600_000]);
  });

  it('are checked before anything is opened, ports and placement too', async () => {
    const open = (options: object) => openWorkingMemory({ session: 's', ...options }).catch((error: unknown) => error);
    expect(await open({ strage: 'memory' })).toMatchObject({ details: { nearest: 'storage' } });
    expect(await open({ worker: true })).toMatchObject({ code: 'invalid-option' });
    expect(await open({ storage: 'disk' })).toMatchObject({ code: 'invalid-option' });
    expect(await open({ storage: 'indexeddb' })).toMatchObject({ code: 'storage-unavailable' });
  });
});
