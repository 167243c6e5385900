// Contract of a list of sessions: what it shows, finds and names without opening one, over any storage adapter.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import type { Storage } from '../../src/storage/port.ts';
import { countingIds, fakeClock, wordTokens } from '../support/fakes/fakes.ts';

const QUESTION = 'How do we get from Lyon to the lake on Friday, and which train takes bicycles along?';

/** @param make gives a way to open adapters over the same data, or the same adapter where the data live inside it */
export function sessionsContract(name: string, make: () => Promise<{ readonly open: () => Storage }>): void {
  describe(`${name} keeps a list of sessions`, () => {
    let storageOf: () => Storage;
    let clock: ReturnType<typeof fakeClock>;
    const opened: WorkingMemory[] = [];

    beforeEach(async () => {
      storageOf = (await make()).open;
      clock = fakeClock();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((memory) => memory.close()));
    });

    const open = async (session: string): Promise<WorkingMemory> => {
      const ids = countingIds();
      const tokenizer = wordTokens;
      const memory = await openWorkingMemory({ session, storage: storageOf(), worker: false, clock, ids, tokenizer });
      opened.push(memory);
      return memory;
    };
    /** A session that is closed again, in which the user said this and was answered. */
    const said = async (session: string, question: string, answer: string): Promise<void> => {
      const memory = await open(session);
      await memory.context.record(plainMessages, [
        { role: 'user', content: question },
        { role: 'assistant', content: answer },
      ]);
      await memory.close();
    };
    const titles = async (memory: WorkingMemory): Promise<object> =>
      Object.fromEntries((await memory.sessions.list()).map(({ session, title }) => [session, title]));

    it('titled by their first words, until the app names them', async () => {
      await said('trip', QUESTION, 'By the 9:14.');
      await said('bread', 'Rye', 'With sourdough.');
      const memory = await open('here');
      expect(await titles(memory)).toEqual({
        bread: 'Rye',
        here: undefined,
        trip: 'How do we get from Lyon to the lake on Friday, and which…',
      });
      const before = (await memory.sessions.list()).find(({ session }) => session === 'trip');
      const renamed = await memory.sessions.rename('trip', '  A trip\nto the lake ');
      expect(renamed).toMatchObject({ session: 'trip', title: 'A trip to the lake', updatedAt: before?.updatedAt });
      await memory.sessions.rename('here', 'This one');
      expect(await titles(memory)).toEqual({ bread: 'Rye', here: 'This one', trip: 'A trip to the lake' });
      const trip = await open('trip');
      expect(trip.recovery.kind).toBe('none');
      await trip.transcript.append({ role: 'user', text: 'And back?' });
      expect(await titles(trip)).toEqual({ bread: 'Rye', here: 'This one', trip: 'A trip to the lake' });
    });

    it('named also while they are open elsewhere, and no commit is lost', async () => {
      const one = await open('one');
      const two = await open('two');
      await one.items.memorize('before');
      await two.sessions.rename('one', 'First name');
      await one.items.memorize('after');
      await one.sessions.rename('one', 'Second name');
      expect(await titles(two)).toEqual({ one: 'Second name', two: undefined });
      expect(await one.items.list()).toHaveLength(2);
    });

    it('with the times, the messages and the bytes of each', async () => {
      const created = clock();
      await said('trip', QUESTION, 'By the 9:14.');
      const memory = await open('here');
      const [, trip] = await memory.sessions.list();
      expect(trip).toMatchObject({ session: 'trip', createdAt: created, messages: 2 });
      const grown = await open('trip');
      const messages = await grown.transcript.read();
      const stored = messages.reduce(
        (sum, message) => sum + new TextEncoder().encode(JSON.stringify(message)).length,
        0,
      );
      expect(trip?.bytes).toBe(stored);
      await grown.transcript.append({ role: 'user', text: 'And back?' });
      const [, later] = await memory.sessions.list();
      expect(later?.bytes).toBeGreaterThan(stored);
      expect(later?.updatedAt).toBeGreaterThanOrEqual(trip?.updatedAt ?? Infinity);
    });

    it('found by what was said in them and by their titles, the best first', async () => {
      await said('trip', QUESTION, 'The 9:14 takes bicycles.');
      await said('bread', 'Which flour for rye bread?', 'Type 1150, and take the sourdough from the fridge on Friday.');
      await said('mute', 'Hello', 'Hi.');
      const memory = await open('here');
      await memory.sessions.rename('mute', 'Bicycles on a train');
      const { hits, complete } = await memory.sessions.search('which train takes bicycles');
      expect(complete).toBe(true);
      expect(hits.map(({ session, message }) => [session, message])).toEqual([
        ['trip', 0],
        ['mute', undefined],
        ['bread', 1],
      ]);
      expect(hits[0]?.score).toBe(1);
      expect(hits[0]?.snippet.text).toContain('train takes bicycles');
      const [answer] = (await memory.sessions.search('sourdough', { limit: 1 })).hits;
      expect(answer).toMatchObject({ session: 'bread', message: 1, title: 'Which flour for rye bread?' });
      expect((await memory.sessions.search('glockenspiel')).hits).toEqual([]);
    });

    it('found by other forms of a word, and the snippet shows which', async () => {
      await said('zug', 'Wo finden die Konferenzen statt?', 'In Bern.');
      const { hits } = await (await open('here')).sessions.search('Konferenz');
      expect(
        hits.map(({ session, snippet: { text, matches } }) => [
          session,
          matches.map(([from, to]) => text.slice(from, to)),
        ]),
      ).toEqual([['zug', ['Konferenzen']]]);
    });

    it('from which what was forgotten is gone, title and all', async () => {
      const memory = await open('pin');
      await memory.items.memorize('the door code is 4711 and the alarm is 0815');
      const [item] = await memory.items.list();
      await memory.context.record(plainMessages, {
        role: 'user',
        content: 'Remember: the door code is 4711 and the alarm is 0815, in case that I am away.',
      });
      const before = (await memory.sessions.list())[0];
      expect(before?.title).toContain('4711');
      await memory.items.forget({ ids: [item?.id ?? ''] }, { mode: 'hard' });
      const after = (await memory.sessions.list())[0];
      expect(after?.title ?? '').not.toContain('4711');
      expect(after?.bytes).toBeLessThan(before?.bytes ?? 0);
      expect((await memory.sessions.search('4711')).hits).toEqual([]);
    });

    it('in which a fork and an import keep the title', async () => {
      const memory = await open('first');
      await memory.transcript.append({ role: 'user', text: 'Hello there' });
      await memory.sessions.fork('copy');
      await memory.sessions.rename('first', 'Greetings');
      await memory.import(await memory.export(), { conflict: 'fork', as: 'imported' });
      expect(await titles(memory)).toEqual({ copy: 'Hello there', first: 'Greetings', imported: 'Greetings' });
      const [copy, first, imported] = await memory.sessions.list();
      expect(copy?.bytes).toBe(first?.bytes);
      expect(imported?.bytes).toBeGreaterThan(0);
    });

    it('read page by page, and without the ones that are in use', async () => {
      const ages = ['a', 'b', 'c', 'd'];
      for (const name of ages) {
        await said(name, `Hello ${name}`, 'Hi.');
        clock.now += 60_000;
      }
      const memory = await open('here');
      await memory.items.memorize('now');
      const names = async (options: object) => (await memory.sessions.list(options)).map(({ session }) => session);
      const [, second] = await memory.sessions.list({ limit: 2 });
      expect(second?.session).toBe('b');
      expect(await names({ after: second, limit: 2 })).toEqual(['c', 'd']);
      expect(await names({ after: second })).toEqual(['c', 'd', 'here']);
      const { updatedAt = 0 } = (await memory.sessions.list())[2] ?? {};
      expect(await names({ olderThan: updatedAt })).toEqual(['a', 'b']);
      for (const wrong of [{ limit: 0 }, { limit: 1.5 }, { olderThan: Number.NaN }, { after: 'b' }])
        await expect(memory.sessions.list(wrong as object)).rejects.toMatchObject({ code: 'invalid-input' });
    });

    it('from which those that nobody used leave when they are pruned, and no other', async () => {
      await said('old', 'Hello', 'Hi.');
      await said('used', 'Hello', 'Hi.');
      const memory = await open('here');
      await memory.items.memorize('open, and old as well');
      clock.now += 3_600_000;
      const used = await open('used');
      await used.items.memorize('new');
      await said('young', 'Hello', 'Hi.');
      expect((await memory.sessions.prune({ idleFor: 3_600_000 - 1000 })).map(({ session }) => session)).toEqual([
        'old',
      ]);
      expect((await memory.sessions.list()).map(({ session }) => session)).toEqual(['here', 'used', 'young']);
      expect(await memory.items.list()).toHaveLength(1);
      for (const idleFor of [0, -1, Number.NaN, '1'])
        await expect(memory.sessions.prune({ idleFor } as { idleFor: number })).rejects.toMatchObject({
          code: 'invalid-input',
        });
    });

    it('and what is written between their list and their deletion stays', async () => {
      for (const session of ['idle', 'late', 'old']) await said(session, 'Hello', 'Hi.');
      clock.now += 3_600_000;
      const storage = storageOf();
      const late = await open('late');
      const slow: Storage = {
        ...storage,
        async sessions(page) {
          const listed = await storage.sessions(page);
          await late.items.memorize('just in time');
          return listed;
        },
      };
      const memory = await openWorkingMemory({ session: 'here', storage: slow, worker: false, clock });
      opened.push(memory);
      expect((await memory.sessions.prune({ idleFor: 60_000 })).map(({ session }) => session)).toEqual(['idle', 'old']);
      expect((await late.items.list()).map(({ text }) => text)).toContain('just in time');
    });

    it('and refuses what is no title and what is not there', async () => {
      const memory = await open('here');
      await expect(memory.sessions.rename('here', ' ')).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(memory.sessions.rename('here', 'x'.repeat(201))).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(memory.sessions.rename('there', 'A title')).rejects.toMatchObject({ code: 'not-found' });
      await expect(memory.sessions.search('…')).rejects.toMatchObject({ code: 'invalid-input' });
      expect(await titles(memory)).toEqual({ here: undefined });
    });
  });
}
