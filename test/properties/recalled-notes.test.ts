// Random conversations with a memory that grows and forgets, over two owners and reloads: the prefix is equal byte for
// byte within an epoch, and no ledger holds forgotten text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { Chat, shown, words } from '../support/messages/chat.ts';

const THINGS = ['harbour crane', 'copper kettle', 'winter garden', 'silver bridge'];
const WINDOW = 3000;

const thing = fc.nat(THINGS.length - 1);
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('know' as const), thing, times: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('ask' as const), thing }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('work', 'reopen', 'other', 'compact', 'forget') }) },
);

describe('recalled notes', () => {
  it('keep the prefix of their epoch for every owner, and leave the ledger with a hard forget', async () => {
    let noted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 30, size: 'max' }), async (moves) => {
        const storage = memoryStorage();
        const ids = countingIds();
        const open = (): Promise<WorkingMemory> =>
          openFixed({ storage, ids, context: { window: WINDOW, recall: { share: 0.05 } } });
        const owners = [await open(), await open()];
        const chat: Chat[] = owners.map((owner) => new Chat(owner));
        let at = 0;
        let former: { readonly texts: readonly string[]; readonly epoch: number } | undefined;
        for (const [turn, one] of moves.entries()) {
          const memory = owners[at] as WorkingMemory;
          const own = chat[at] as Chat;
          if (one.what === 'know') {
            const text = `Fact ${turn}: the ${THINGS[one.thing]} has number ${turn * 7919}. ${words(one.times * 9, `n${turn}x`)}`;
            await memory.items.memorize(text);
            continue;
          }
          if (one.what === 'forget') {
            const [oldest] = await memory.items.list();
            if (!oldest) continue;
            await memory.items.forget({ ids: [oldest.id] }, { mode: 'hard' });
            const { rows } = await storage.load({ workspace: '/', session: 'test' }, ['ledger']);
            expect(JSON.stringify(rows)).not.toContain(oldest.text.slice(0, 20));
          }
          if (one.what === 'compact') await memory.context.compact.apply({ target: 'conversation', keepRecent: 2 });
          if (one.what === 'reopen') {
            await memory.close();
            owners[at] = await open();
          }
          if (one.what === 'other') at = 1 - at;
          const next = new Chat(owners[at] as WorkingMemory);
          next.messages.push(...own.messages);
          chat[at] = next;
          if (one.what === 'ask') {
            if (next.messages.length > 0) next.answer(`Answer ${turn}.`);
            next.messages.push({ role: 'user', content: `Tell me ${turn}: what number has the ${THINGS[one.thing]}?` });
          } else if (next.messages.length === 0) continue;
          else next.called('look', {}, words(60, `r${turn}x`));
          const prepared = await next.prepare();
          const texts = shown(prepared);
          if (former?.epoch === prepared.epoch) {
            expect(texts.slice(0, former.texts.length)).toEqual(former.texts);
          } else expect(prepared.epochReason).toBeDefined();
          expect(prepared.meta.tokensUsed).toBeLessThanOrEqual(WINDOW);
          const recalled = await (owners[at] as WorkingMemory).context.recalled();
          expect(new Set(recalled.map(({ id, message, text }) => id ?? message ?? text)).size).toBe(recalled.length);
          for (const { text } of recalled) expect(texts.join('\n')).toContain(text);
          noted += recalled.length;
          former = { texts, epoch: prepared.epoch };
        }
        for (const owner of owners) await owner.close();
      }),
      { numRuns: 25 },
    );
    expect(noted).toBeGreaterThan(0);
  });
});
