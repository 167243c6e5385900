// A session's time never runs backwards, and a clock that was once ahead does not stop it.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/entries/index.ts';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import { randomIds } from '../../src/ports/system.ts';
import { testEngine } from '../support/engine.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { recalled } from '../support/recall.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const typesOf = (entry: { readonly events: readonly unknown[] } | undefined): string[] =>
  ((entry?.events ?? []) as readonly { type: string }[]).map(({ type }) => type);

describe('F60: a clock that is a year ahead for a while', () => {
  /** Opens a session at noon, moves its clock a year ahead, and back to a minute past noon. */
  async function misled(settings: object = {}) {
    const tested = await testEngine({ ttl: { hardMs: 2 * DAY, softMs: HOUR }, ...settings });
    const { engine, clock } = tested;
    const noon = clock.now;
    await engine.memorize([{ text: 'pinned before the jump', pinned: true }]);
    clock.now = noon + YEAR;
    await engine.memorize([{ text: 'during the jump' }]);
    clock.now = noon + MINUTE;
    await engine.memorize([{ text: 'after the jump' }]);
    return { ...tested, noon };
  }

  it('is followed both ways, and the journal says so', async () => {
    const { engine, journal, noon } = await misled();
    const [ahead, back] = (await journal()).slice(-2);
    expect(ahead).toMatchObject({ time: noon + YEAR });
    expect(ahead?.events[0]).toEqual({ type: 'clock-jumped', from: noon, to: noon + YEAR });
    expect(back).toMatchObject({ time: noon + MINUTE });
    expect(back?.events[0]).toEqual({ type: 'clock-restored', from: noon + YEAR, to: noon + MINUTE });
    expect((await engine.listItems()).map(({ createdAt, decay }) => [createdAt, decay])).toEqual([
      [noon, expect.closeTo(1, 3)],
      [noon + YEAR, 1],
      [noon + MINUTE, 1],
    ]);
  });

  it('does not stop decay and expiry: thirty days later both work', async () => {
    const { engine, clock } = await misled();
    clock.now += 30 * DAY;
    const { expired } = await engine.sweep();
    expect(expired.map(({ id }) => id)).toEqual(['item-3']);
    const [pinned, ahead] = await engine.listItems();
    expect(pinned?.decay).toBe(0.1);
    expect(ahead?.decay).toBe(1);
    const { hits } = await recalled(engine, 'jump', { scope: 'items' });
    for (const { ageMs } of hits) expect(ageMs).toBeGreaterThanOrEqual(0);
  });

  it('is followed back however long it was ahead', async () => {
    const { engine, clock, journal } = await testEngine();
    const noon = clock.now;
    await engine.step();
    for (const days of [2, 5, 12]) {
      clock.now = noon + days * DAY;
      await engine.step();
    }
    clock.now = noon + 10 * DAY;
    await engine.step();
    expect((await journal()).at(-1)).toMatchObject({ time: noon + 10 * DAY });
    expect(typesOf((await journal()).at(-1))).toEqual(['clock-restored', 'step-advanced']);
  });

  it('counts for reads before any command has seen it come back', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 2 * HOUR } });
    const noon = clock.now;
    await engine.step();
    clock.now = noon + YEAR;
    await engine.step();
    clock.now = noon + HOUR;
    await engine.memorize([{ text: 'at one' }]);
    clock.now = noon + YEAR;
    expect(await engine.listItems()).toEqual([]);
    clock.now = noon + 2 * HOUR;
    expect(await engine.listItems()).toHaveLength(1);
  });

  it('is followed in the next opening and by another owner', async () => {
    const storage = memoryStorage();
    const noon = fakeClock().now;
    const owner = (now: number) =>
      testEngine({ ttl: { hardMs: Infinity } }, { storage, clock: fakeClock(now), ids: randomIds });
    const [wrong, right] = [await owner(noon), await owner(noon)];
    wrong.clock.now = noon + YEAR;
    await wrong.engine.memorize([{ text: 'dated a year ahead' }]);
    right.clock.now = noon + HOUR;
    await right.engine.memorize([{ text: 'dated right' }]);
    const again = await owner(noon + 2 * HOUR);
    await again.engine.memorize([{ text: 'dated right, too' }]);
    expect((await again.engine.listItems()).map(({ createdAt }) => createdAt - noon)).toEqual([YEAR, HOUR, 2 * HOUR]);
    const { manifest } = await compactStorage(storage).load({ workspace: '/', session: 'test' }, []);
    expect(manifest).toMatchObject({ time: noon + 2 * HOUR });
    expect(manifest).not.toHaveProperty('jumpedFrom');
  });

  it('is remembered by a session that is closed while it is ahead', async () => {
    const storage = memoryStorage();
    const noon = fakeClock().now;
    const first = await testEngine({}, { storage, clock: fakeClock(noon) });
    first.clock.now = noon + YEAR;
    await first.engine.step();
    expect((await compactStorage(storage).load({ workspace: '/', session: 'test' }, [])).manifest).toMatchObject({
      jumpedFrom: noon,
    });
    const second = await testEngine({}, { storage, clock: fakeClock(noon + DAY) });
    await second.engine.step();
    expect((await second.journal()).at(-1)).toMatchObject({ time: noon + DAY });
  });
});

describe('a step of the clock that is no jump', () => {
  it('forwards by a day leaves no event', async () => {
    const { engine, clock, journal } = await testEngine();
    clock.now += DAY;
    await engine.step();
    expect(typesOf((await journal()).at(-1))).toEqual(['step-advanced']);
  });

  it('backwards does not move the time, also after a jump', async () => {
    const { engine, clock, journal } = await testEngine();
    const noon = clock.now;
    for (const [at, time] of [
      [-5 * SECOND, 0],
      [-3 * DAY, 0],
      [2 * DAY, 2 * DAY],
      [2 * DAY - 5 * SECOND, 2 * DAY],
      [DAY, 2 * DAY],
      [-SECOND, 2 * DAY],
    ] as const) {
      clock.now = noon + at;
      await engine.step();
      expect((await journal()).at(-1)?.time).toBe(noon + time);
    }
  });

  it('in the first commit of a session is none: nothing was before', async () => {
    const { journal } = await testEngine();
    expect(typesOf((await journal())[0])).toEqual(['session-created', 'file-written']);
  });

  it('in a read alone leaves nothing', async () => {
    const { engine, clock, journal } = await testEngine();
    const before = await journal();
    clock.now += YEAR;
    await engine.listItems();
    clock.now -= YEAR;
    await engine.sweep();
    expect(await journal()).toEqual(before);
  });
});

describe('a jump that is seen together with limits that are passed', () => {
  it('stands in the first of the two commits alone', async () => {
    const storage = memoryStorage();
    const lasting = { ttl: { hardMs: Infinity } };
    const first = await testEngine(lasting, { storage });
    await first.engine.memorize(['a', 'b', 'c'].map((text) => ({ text })));
    const later = fakeClock(first.clock.now + YEAR);
    const second = await testEngine({ ...lasting, limits: { maxItems: 2 } }, { storage, clock: later });
    await second.engine.step();
    expect((await second.journal()).slice(-2).map(typesOf)).toEqual([
      ['clock-jumped', 'capacity-exceeded', 'item-evicted'],
      ['step-advanced'],
    ]);
  });
});
