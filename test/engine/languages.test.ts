// Recall over stores in languages other than English.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { testEngine } from '../support/engine.ts';
import { appended } from '../support/messages/transcript.ts';
import { recalled } from '../support/recall.ts';

/** Too short to tell its language. */
const FIRST = 'Konferenz mit der Reederei.';
const GERMAN = [
  'Die Konferenzen mit der Reederei liegen bei dem Notar und nicht im Büro.',
  'Ich habe den Schlüssel von der Garage für die Nachbarin in die Schale gelegt.',
  'Das Konzert ist mit dem Zug zu erreichen, und die Karten sind für den Freitag.',
  'Den Impfpass hat sich der Arzt auf dem Flur von mir geben lassen.',
];
const ENGLISH = ['The contracts are with the notary.', 'The keys are in the bowl.', 'The tickets are for Friday.'];

const texts = async (engine: Engine, prompt: string, scope: 'items' | 'all' = 'items'): Promise<string[]> =>
  (await recalled(engine, prompt, { scope })).hits.map(({ snippet }) => snippet);

const memorize = (engine: Engine, ...all: readonly string[]) => engine.memorize(all.map((text) => ({ text })));

describe('recall in a language that is not English', () => {
  it('finds other forms of a word once the texts show that they are not English', async () => {
    const { engine } = await testEngine();
    await memorize(engine, FIRST);
    expect(await texts(engine, 'Konferenzraum')).toEqual([]);
    await memorize(engine, ...GERMAN);
    expect((await texts(engine, 'Konferenz')).slice(0, 2).sort()).toEqual([GERMAN[0], FIRST]);
    expect((await texts(engine, 'wo sind die schlussel'))[0]).toBe(GERMAN[1]);
  });

  it('shows the form that it found', async () => {
    const { engine } = await testEngine();
    await memorize(engine, ...GERMAN);
    const [hit] = (await recalled(engine, 'Konferenz')).hits;
    expect(hit?.matches.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['Konferenzen']);
  });

  it('reads English by its own rules beside other scripts', async () => {
    const { engine } = await testEngine();
    await memorize(engine, ...ENGLISH, 'Договоры у нотариуса.', 'مفاتيح السيارة في الوعاء', 'กุญแจรถอยู่ในชามสีฟ้า');
    expect(await texts(engine, 'a contract')).toEqual([ENGLISH[0]]);
    expect(await texts(engine, 'договора')).toEqual(['Договоры у нотариуса.']);
    expect(await texts(engine, 'السيارات')).toEqual(['مفاتيح السيارة في الوعاء']);
    expect(await texts(engine, 'กุญแจ')).toEqual(['กุญแจรถอยู่ในชามสีฟ้า']);
  });

  it('reads messages anew when the language turns out, and finds the same after a reload', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await appended(engine, [{ role: 'user', text: FIRST }]);
    expect(await texts(engine, 'Konferenzraum', 'all')).toEqual([]);
    await appended(
      engine,
      GERMAN.map((text) => ({ role: 'user' as const, text })),
    );
    const before = await texts(engine, 'Konferenzen', 'all');
    expect(before).toContain(FIRST);
    await engine.close();
    const again = await testEngine({}, { storage });
    expect(await texts(again.engine, 'Konferenzen', 'all')).toEqual(before);
  });

  it('goes back to English when the others are gone', async () => {
    const { engine } = await testEngine();
    const { items } = await memorize(engine, ...GERMAN);
    await memorize(engine, ...ENGLISH);
    expect(await texts(engine, 'contradict')).toEqual([ENGLISH[0]]);
    await engine.forget({ ids: items.map(({ id }) => id) }, 'hard');
    expect(await texts(engine, 'contract')).toEqual([ENGLISH[0]]);
    expect(await texts(engine, 'contradict')).toEqual([]);
  });

  it('believes the app, however few the texts are', async () => {
    const { engine } = await testEngine({ recall: { languages: ['de-CH', 'el'] } });
    await memorize(engine, FIRST);
    expect(await texts(engine, 'Konferenzraum')).toEqual([FIRST]);
    const english = await testEngine({ recall: { languages: ['en', 'zh'] } });
    await memorize(english.engine, FIRST, ...GERMAN);
    expect(await texts(english.engine, 'Konferenzraum')).toEqual([]);
  });

  it.each([[[]], ['de'], [['de', 7]], [['not a language']]])('refuses the languages %j', async (languages) => {
    await expect(testEngine({ recall: { languages: languages as string[] } })).rejects.toMatchObject({
      code: 'invalid-option',
      details: { option: 'recall.languages' },
    });
  });
});
