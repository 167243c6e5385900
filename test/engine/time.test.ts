// Recall by the time that a question names.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { testEngine } from '../support/engine.ts';
import { appended } from '../support/messages/transcript.ts';
import { recalled } from '../support/recall.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** A Thursday. */
const NOW = Date.UTC(2024, 4, 16, 12);

async function diary(timeZone = 'UTC'): Promise<Engine> {
  const { engine, clock } = await testEngine({ timeZone });
  clock.now = NOW;
  await engine.memorize(
    ['We painted the fence.', 'The dentist called.', 'Soup for lunch.', 'Rain all day.', 'The train was late.'].map(
      (text, ago) => ({ text, at: NOW - ago * DAY }),
    ),
  );
  return engine;
}

const found = async (engine: Engine, prompt: string, limit = 10): Promise<string[]> =>
  (await recalled(engine, prompt, { limit })).hits.map(({ snippet }) => snippet);

describe('recall by time', () => {
  it.each(['What was yesterday?', 'Was war gestern?', '昨天怎么样？', 'What happened on Wednesday?', 'el 15 de mayo'])(
    'finds what was said then, without a common word: %s',
    async (prompt) => {
      expect((await found(await diary(), prompt))[0]).toBe('The dentist called.');
    },
  );

  it('lets the time order what fits, and excludes nothing', async () => {
    const engine = await diary();
    await engine.memorize([{ text: 'Late lunch at the station.', at: NOW - DAY }]);
    expect((await found(engine, 'What was for lunch yesterday?')).slice(0, 2)).toEqual([
      'Late lunch at the station.',
      'Soup for lunch.',
    ]);
    expect(await found(engine, 'What was for lunch in 2019?')).toEqual(await found(engine, 'What was for lunch?'));
  });

  it('finds what a text tells of the time, whenever it was said', async () => {
    const engine = await diary();
    await engine.memorize([
      { text: 'Anna visited the museum yesterday.', at: NOW - 29 * DAY },
      { text: 'Anna visited the museum twice, she said.', at: NOW - 90 * DAY },
    ]);
    expect((await found(engine, 'Which museum did Anna visit on 16 April?'))[0]).toMatch(/yesterday/);
  });

  it('finds messages by time', async () => {
    const { engine, clock } = await testEngine();
    clock.now = NOW - DAY;
    await appended(engine, [{ role: 'user', text: 'The boiler is broken.' }]);
    clock.now = NOW;
    await appended(engine, [{ role: 'user', text: 'All is well.' }]);
    const { hits } = await recalled(engine, 'What was yesterday?', { scope: 'transcript' });
    expect(hits[0]?.snippet).toBe('The boiler is broken.');
  });

  it('reads a day in the time zone of the user', async () => {
    const engine = await diary('Asia/Tokyo');
    await engine.memorize([{ text: 'Midnight snack.', at: NOW - (NOW % DAY) - DAY - 5 * HOUR }]);
    expect((await found(engine, 'What was on 15 May?', 2)).sort()).toEqual(['Midnight snack.', 'The dentist called.']);
  });

  it('shows how well the time suits', async () => {
    const { hits } = await recalled(await diary(), 'What was yesterday?', { explain: true });
    expect(hits[0]?.parts).toMatchObject({ time: 1 });
    const [hit] = (await recalled(await diary(), 'the dentist', { explain: true })).hits;
    expect(hit?.parts?.time).toBeUndefined();
  });

  it('refuses a time zone that there is not', async () => {
    await expect(diary('Mars/Olympus')).rejects.toMatchObject({
      code: 'invalid-option',
      details: { option: 'timeZone' },
    });
  });
});
