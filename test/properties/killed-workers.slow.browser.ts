// Random conversations whose worker is killed before, during and after a call: acknowledged calls are there after a
// reload, rejected ones once or not at all.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openaiChat, type OpenAiChatMessage } from '../../src/entries/lenses.ts';
import { freshSession, newest, open } from '../support/browser/hooked-memories.ts';

/** Death of the worker; `during`: number of tasks of the page after the call. */
type Kill = 'not' | 'before' | 'after' | { readonly during: number };

interface Act {
  readonly act: 'ask' | 'answer' | 'edit';
  readonly kill: Kill;
}

/** A commit of the worker takes some ten tasks of an idle page. */
const kill: fc.Arbitrary<Kill> = fc.oneof(
  { weight: 2, arbitrary: fc.constant('not' as const) },
  { weight: 1, arbitrary: fc.constantFrom('before' as const, 'after' as const) },
  { weight: 6, arbitrary: fc.record({ during: fc.oneof(fc.nat(12), fc.nat(400)) }) },
);
const acts = fc.array(
  fc.record({ act: fc.constantFrom('ask' as const, 'ask' as const, 'answer' as const, 'edit' as const), kill }),
  { minLength: 4, maxLength: 8 },
);

async function tasks(count: number): Promise<void> {
  for (let task = 0; task < count; task++) {
    await new Promise<void>((resume) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resume());
      port1.start();
      port2.postMessage(undefined);
    });
  }
}

it('a conversation comes back as it was answered for, each message once, whenever its worker is killed', async () => {
  const outcomes = { answered: 0, kept: 0, gone: 0 };
  await fc.assert(
    fc.asyncProperty(acts, async (all: readonly Act[]) => {
      const session = freshSession();
      let memory = await open({ session });
      let list: readonly OpenAiChatMessage[] = [];
      let said = 0;
      const say = (role: 'user' | 'assistant'): OpenAiChatMessage => ({ role, content: `${role} says ${said++}` });
      for (const { act, kill: how } of all) {
        const isAnswer = act === 'answer' && list.at(-1)?.role === 'user';
        const kept = act === 'edit' && list.length > 1 ? list.slice(0, Math.floor(list.length / 4) * 2) : list;
        const base = list.at(-1)?.role === 'user' && !isAnswer ? kept.slice(0, kept === list ? -1 : undefined) : kept;
        const next = [...base, say(isAnswer ? 'assistant' : 'user')];
        if (how === 'before') newest().terminate();
        const call = isAnswer
          ? memory.context.record(openaiChat, next.at(-1) as OpenAiChatMessage)
          : memory.context.prepare(openaiChat, next);
        const answered = call.then(
          () => true,
          () => false,
        );
        if (typeof how === 'object') {
          await tasks(how.during);
          newest().terminate();
        }
        const isAnswered = await answered;
        if (how === 'after') newest().terminate();
        if (how === 'not') {
          expect(isAnswered).toBe(true);
        } else {
          await memory.close().catch(() => undefined);
          memory = await open({ session });
        }
        const restored = await memory.context.restore(openaiChat);
        const isKept = JSON.stringify(restored) === JSON.stringify(next);
        if (isAnswered) expect(restored).toEqual(next);
        else if (!isKept) expect(restored).toEqual(list);
        outcomes[isAnswered ? 'answered' : isKept ? 'kept' : 'gone']++;
        list = restored;
      }
      expect(await memory.transcript.count()).toBeLessThanOrEqual(said);
      await memory.close();
    }),
    { numRuns: 12, endOnFailure: true },
  );
  // The kills met calls: without that the test would show nothing.
  expect(outcomes.answered).toBeGreaterThan(0);
  expect(outcomes.kept + outcomes.gone).toBeGreaterThan(0);
}, 240_000);
