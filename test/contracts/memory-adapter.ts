// Contract of TanStack AI for a memory adapter, from its documents and types: `recall`, `save` and the calls of panels.
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isolationContract } from '../../src/entries/contract.ts';

interface Scope {
  readonly threadId: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly namespace?: string;
}

/** The adapter as a middleware calls it. */
export interface AdapterUnderTest {
  readonly id: string;
  recall(
    scope: Scope,
    query: string,
  ): Promise<{ systemPrompt: string; fragments?: { text: string; source: string }[]; tools?: unknown[] }>;
  save(scope: Scope, turn: { user: string; assistant: string }): Promise<{ ok: boolean; error?: string }[]>;
  inspect(scope: Scope): Promise<{ takenAt: string; data: unknown }>;
  listFacts(scope: Scope): Promise<{ id: string; text: string; source?: string; createdAt?: string }[]>;
}

export interface PlaceOfAdapter {
  readonly adapter: AdapterUnderTest;
  /** Another adapter over the same storage, as after a restart. */
  reopen(): Promise<AdapterUnderTest>;
  close(): Promise<void>;
}

const SCOPE: Scope = { threadId: 'thread', userId: 'ann', tenantId: 'acme' };
const NOTHING = { systemPrompt: '', fragments: [] };
const turn = (user: string, assistant = 'Noted.') => ({ user, assistant });

/** @param make an empty place, once for each test */
export function memoryAdapterContract(name: string, make: () => Promise<PlaceOfAdapter>): void {
  const emptyPlace = async (): Promise<PlaceOfAdapter> => {
    const place = await make();
    onTestFinished(() => place.close());
    return place;
  };

  describe(`${name} keeps the contract of a memory adapter`, () => {
    it('has an id, and answers each save with receipts', async () => {
      const { adapter } = await emptyPlace();
      expect(adapter.id).toMatch(/^[a-z-]+$/);
      const receipts = await adapter.save(SCOPE, turn('I hike in the mountains.'));
      expect(receipts.length).toBeGreaterThan(0);
      expect(receipts.every(({ ok, error }) => ok && error === undefined)).toBe(true);
    });

    it('recalls both sides of a turn that fit the question, as one text and each by itself', async () => {
      const { adapter } = await emptyPlace();
      await adapter.save(SCOPE, turn('My parrot is called Kiwi.', 'Kiwi is a fine name for a parrot.'));
      await adapter.save(SCOPE, turn('The ferry leaves at seven.'));
      const { systemPrompt, fragments = [] } = await adapter.recall(SCOPE, 'What is my parrot called?');
      expect(fragments.map(({ text }) => text).sort()).toEqual([
        'Kiwi is a fine name for a parrot.',
        'My parrot is called Kiwi.',
      ]);
      for (const { text } of fragments) expect(systemPrompt).toContain(text);
      expect(systemPrompt).not.toContain('ferry');
    });

    it('finds what was saved twice, and both times count', async () => {
      const { adapter } = await emptyPlace();
      for (let time = 0; time < 2; time++) await adapter.save(SCOPE, turn('Yes.'));
      expect(await adapter.listFacts(SCOPE)).toHaveLength(4);
    });

    it('recalls nothing in words of its own where nothing was saved, or nothing fits', async () => {
      const { adapter } = await emptyPlace();
      expect(await adapter.recall(SCOPE, 'anything at all')).toMatchObject(NOTHING);
      await adapter.save(SCOPE, turn('The ferry leaves at seven.'));
      expect(await adapter.recall(SCOPE, 'zebra')).toMatchObject(NOTHING);
    });

    it('finds it after a restart', async () => {
      const { adapter, reopen } = await emptyPlace();
      await adapter.save(SCOPE, turn('My parrot is called Kiwi.'));
      expect((await (await reopen()).recall(SCOPE, 'parrot')).systemPrompt).toContain('Kiwi');
    });

    it('keeps scopes apart in each of their names, whether it stands or is absent', async () => {
      const { adapter } = await emptyPlace();
      const own = { threadId: 't', userId: 'u', tenantId: 'c' };
      const others: Scope[] = [
        { ...own, threadId: 'other' },
        { ...own, userId: 'other' },
        { ...own, tenantId: 'other' },
        { threadId: 't', userId: 'u' },
        { threadId: 't', tenantId: 'c' },
        { threadId: 't', userId: 'c', tenantId: 'u' },
        { threadId: 't', tenantId: 'c/u' },
        { threadId: 't', userId: 'c/u' },
        { threadId: 't' },
      ];
      await adapter.save(own, turn('The secret code is alpha-bravo.'));
      for (const other of others) {
        expect(await adapter.recall(other, 'secret code'), JSON.stringify(other)).toMatchObject(NOTHING);
        expect(await adapter.listFacts(other)).toEqual([]);
      }
      expect((await adapter.recall(own, 'secret code')).systemPrompt).toContain('alpha-bravo');
    });

    it('takes a name of no letters for an absent one, and passes over a namespace', async () => {
      const { adapter } = await emptyPlace();
      await adapter.save({ threadId: 't', userId: '', tenantId: '' }, turn('The code is alpha.'));
      expect((await adapter.recall({ threadId: 't', namespace: 'n' }, 'code')).systemPrompt).toContain('alpha');
    });

    it('never takes two pairs of names for one', async () => {
      const { adapter } = await emptyPlace();
      const label = fc.constantFrom('a', '/', '%', '%2F', 'a/', '/a', '%25', '..');
      await fc.assert(
        fc.asyncProperty(fc.tuple(label, label), fc.tuple(label, label), fc.uuid(), async (one, other, threadId) => {
          fc.pre(one.join('\0') !== other.join('\0'));
          const [tenantId, userId] = one;
          const [otherTenant, otherUser] = other;
          await adapter.save({ threadId, tenantId, userId }, turn('The code is alpha.'));
          const found = await adapter.recall({ threadId, tenantId: otherTenant, userId: otherUser }, 'code');
          expect(found).toMatchObject(NOTHING);
        }),
        { numRuns: 20 },
      );
    });

    it('loses nothing of turns that are saved at once', async () => {
      const { adapter } = await emptyPlace();
      const scopes = ['one', 'two', 'three'].map((threadId) => ({ ...SCOPE, threadId }));
      await Promise.all(
        scopes.flatMap((scope) => Array.from({ length: 5 }, (_, at) => adapter.save(scope, turn(`Fact ${at}.`)))),
      );
      for (const scope of scopes) expect(await adapter.listFacts(scope)).toHaveLength(10);
    });

    it('shows a panel what there is, with moments as ISO 8601', async () => {
      const { adapter } = await emptyPlace();
      await adapter.save(SCOPE, turn('hello world', 'hi'));
      const { takenAt, data } = await adapter.inspect(SCOPE);
      expect(new Date(takenAt).toISOString()).toBe(takenAt);
      expect(data).toEqual({ messages: 2, items: 0 });
      const facts = await adapter.listFacts(SCOPE);
      expect(facts.map(({ text, source }) => [text, source])).toEqual([
        ['hello world', 'user'],
        ['hi', 'assistant'],
      ]);
      const { fragments = [] } = await adapter.recall(SCOPE, 'Which world?');
      expect(fragments[0]?.source).toBe(facts[0]?.id);
      for (const { createdAt = '' } of facts) expect(new Date(createdAt).toISOString()).toBe(createdAt);
    });

    it('says which name of a scope it cannot take', async () => {
      const { adapter } = await emptyPlace();
      await expect(adapter.save({ threadId: '' }, turn('Lost.'))).rejects.toThrow(/session/);
      await expect(adapter.recall({ threadId: '*shared' }, 'all')).rejects.toThrow(/\*shared/);
    });
  });

  isolationContract({ describe, it }, name, async () => {
    const { adapter } = await emptyPlace();
    return {
      open: async ({ workspace, session }) => {
        const scope = { threadId: session, userId: workspace };
        // A name that is refused is refused here.
        await adapter.inspect(scope);
        return {
          keep: (text) => adapter.save(scope, turn(text)),
          find: async (question) => {
            const { systemPrompt } = await adapter.recall(scope, question);
            return [systemPrompt, ...(await adapter.listFacts(scope))];
          },
        };
      },
    };
  });
}
