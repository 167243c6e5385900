// Random conversations against a list that the test keeps: the restored list equals it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { openaiChat, type OpenAiChatMessage } from '../../src/entries/lenses.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';

type Act =
  | {
      readonly act: 'ask' | 'askAgain' | 'answer' | 'answerTwice' | 'recordList' | 'reload' | 'otherTab';
      readonly text: string;
    }
  | { readonly act: 'edit'; readonly text: string; readonly at: number };

/** Few words, so that the same is said again. */
const text = fc.constantFrom('ok', 'Fine.', 'And now?', 'No');
const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ act: fc.constant('ask' as const), text }) },
    { weight: 6, arbitrary: fc.record({ act: fc.constantFrom('answer' as const, 'answerTwice' as const), text }) },
    {
      weight: 3,
      arbitrary: fc.record({ act: fc.constantFrom('askAgain' as const, 'recordList' as const), text }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('reload' as const, 'otherTab' as const), text }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('edit' as const), text, at: fc.nat() }) },
  ) as fc.Arbitrary<Act>,
  { minLength: 1, maxLength: 25 },
);

it('a conversation comes back as it was said last, each message once, over answers made anew, edits, tabs and reloads', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const storage = memoryStorage();
      const ids = countingIds();
      const open = (): Promise<WorkingMemory> =>
        openWorkingMemory({ session: 'chat', worker: false, storage, clock: fakeClock(), ids });
      const tabs = [await open(), await open()];
      let tab = 0;
      let list: OpenAiChatMessage[] = [];
      /** Number of messages ever said: more than that must never be stored. */
      let said = 0;
      const say = (role: 'user' | 'assistant', content: string): OpenAiChatMessage => {
        said++;
        return { role, content };
      };
      const context = () => (tabs[tab] as WorkingMemory).context;
      const waits = (): boolean => list.at(-1)?.role === 'user';
      for (const { act, ...given } of all) {
        if (act === 'ask' && !waits()) {
          list = [...list, say('user', given.text)];
          await context().prepare(openaiChat, list);
        } else if (act === 'askAgain' && list.at(-1)?.role === 'assistant') {
          // The answer is made anew: the former one is gone with the new one.
          await context().prepare(openaiChat, list.slice(0, -1));
          const anew = say('assistant', given.text);
          list = [...list.slice(0, -1), anew];
          await context().record(openaiChat, anew);
        } else if ((act === 'answer' || act === 'answerTwice') && waits()) {
          const answer = say('assistant', given.text);
          list = [...list, answer];
          await context().record(openaiChat, answer);
          if (act === 'answerTwice') await context().record(openaiChat, { ...answer });
        } else if (act === 'recordList' && list.length > 1) {
          await context().record(
            openaiChat,
            list.map((message) => ({ ...message })),
          );
        } else if (act === 'reload') {
          await tabs[tab]?.close();
          tabs[tab] = await open();
          list = await context().restore(openaiChat);
        } else if (act === 'otherTab') {
          tab = 1 - tab;
          // Reads may be behind another tab; a command never is.
          await tabs[tab]?.items.step();
          list = await context().restore(openaiChat);
        } else if (act === 'edit' && list.length > 0) {
          const users = list.flatMap(({ role }, index) => (role === 'user' ? index : []));
          const at = users[(given as { at: number }).at % users.length] as number;
          list = [...list.slice(0, at), say('user', `${given.text} (edited ${said})`)];
          await context().prepare(openaiChat, list);
        }
        expect(await context().restore(openaiChat)).toEqual(list);
      }
      expect(await (tabs[tab] as WorkingMemory).transcript.count()).toBeLessThanOrEqual(said);
      await Promise.all(tabs.map((memory) => memory.close()));
    }),
    { numRuns: 150 },
  );
});
