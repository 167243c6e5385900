// A fork from a former commit equals the session at that time, as far as rows hold it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { type CommitEntry, stateAt } from '../../src/inspector/figures/state-at.ts';
import { forkAt, type Forked } from '../../src/inspector/model/fork-at.ts';
import { JournalLog } from '../../src/inspector/model/journal-log.ts';
import { readExport, written } from '../../src/inspector/figures/bundle-at.ts';
import { anyBundle, jsonOf } from '../support/storage/bundles.ts';
import { finished, stepsOf } from '../support/inspector/steps.ts';
import { openFixed } from '../support/fixed-memory.ts';

const headOf = (memory: WorkingMemory): number => memory.health().lastCommit?.head ?? 0;

/** Forks as the screen of the journal does. */
async function forkedAt(memory: WorkingMemory, head: number, name: string): Promise<Forked> {
  const journal = new JournalLog(memory);
  await journal.readOn();
  const { entries } = journal.read.get();
  const present = {
    items: (await memory.items.list({ limit: 1000 })).map(({ id }) => id),
    files: (await memory.files.list()).map(({ path, revision }) => [path, revision] as const),
    messages: await memory.transcript.count(),
  };
  const entry = entries.find((one) => one.head === head) as CommitEntry;
  return forkAt(memory, name, entry, finished(stateAt(entries, head, present)));
}

/** Returns the contents of a session by their texts. */
async function contentOf(memory: WorkingMemory) {
  const { hits } = await memory.items.remember('', { scope: 'tail', limit: 1000, former: true });
  const files = await memory.files.list();
  const texts = await Promise.all(files.map(async ({ path }) => [path, (await memory.files.read(path)).text]));
  return {
    items: (await memory.items.list({ limit: 1000 })).map(({ text }) => text).sort(),
    tail: hits.map(({ item }) => item.text).sort(),
    files: Object.fromEntries(texts.filter(([path]) => path !== 'overview.md')) as Record<string, string>,
    messages: (await memory.transcript.read({ limit: 1000 })).map(({ text }) => text),
  };
}

const place = fc.nat(5);
const command = fc.oneof(
  fc.record({ does: fc.constant('memorize' as const), place }),
  fc.record({ does: fc.constant('restore' as const), place }),
  fc.record({ does: fc.constant('touch' as const), place }),
  fc.record({ does: fc.constant('write' as const), place }),
  fc.record({ does: fc.constant('delete' as const), place }),
  fc.record({ does: fc.constant('append' as const), place }),
);

async function carryOut(memory: WorkingMemory, { does, place }: { does: string; place: number }, turn: number) {
  const path = `detail/${place % 3}.md`;
  const paths = (await memory.files.list()).map((file) => file.path);
  const stored = await memory.items.list();
  const archived = (await memory.items.remember('', { scope: 'tail', limit: 10 })).hits;
  if (does === 'memorize')
    await memory.items.memorize({ text: `Fact ${turn}.`, ...(place < 2 && { key: `k${place}` }) });
  if (does === 'touch' && stored.length > 0) await memory.items.memorize(stored[place % stored.length]?.text ?? '');
  if (does === 'restore' && archived.length > 0)
    await memory.items.restore(archived[place % archived.length]?.id ?? '');
  if (does === 'write') await memory.files.write(path, `Text ${turn}.`, { force: true });
  if (does === 'delete' && paths.includes(path)) await memory.files.delete(path);
  if (does === 'append') await memory.transcript.append({ role: 'user', text: `Message ${turn}.` });
}

describe('a fork from a former commit', () => {
  it('holds the items, files and messages of that commit, whatever came later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 14 }), fc.nat(), async (commands, chosen) => {
        const memory = await openFixed({ limits: { maxItems: 3 } });
        const then: { readonly head: number; readonly content: Awaited<ReturnType<typeof contentOf>> }[] = [];
        for (const [turn, one] of commands.entries()) {
          await carryOut(memory, one, turn);
          if (headOf(memory) > 0) then.push({ head: headOf(memory), content: await contentOf(memory) });
        }
        const wanted = then[chosen % then.length];
        if (wanted) {
          const before = await contentOf(memory);
          const { missing } = await forkedAt(memory, wanted.head, 'fork');
          const fork = await memory.sessions.open('fork');
          expect(await contentOf(fork)).toEqual(wanted.content);
          expect(missing).toEqual({ items: 0, files: 0, messages: 0 });
          expect(await contentOf(memory)).toEqual(before);
          await fork.close();
        }
        await memory.close();
      }),
      { numRuns: 25 },
    );
  });

  it('goes without what was forgotten for good, and counts it', async () => {
    const memory = await openFixed();
    await memory.items.memorize(['The code of the door is 4711.', 'The door is green.']);
    const [code] = await memory.items.list();
    const head = headOf(memory);
    await memory.items.forget({ ids: [code?.id ?? ''] }, { mode: 'hard' });
    const { taken, missing } = await forkedAt(memory, head, 'fork');
    expect([taken.items, missing.items]).toEqual([1, 1]);
    const fork = await memory.sessions.open('fork');
    expect((await contentOf(fork)).items).toEqual(['The door is green.']);
    await fork.close();
    await memory.close();
  });

  it('hands on no part of a message that was said later', async () => {
    const memory = await openFixed();
    await memory.transcript.append({ role: 'user', text: 'First.' });
    const head = headOf(memory);
    await memory.transcript.append({ role: 'user', text: 'Second, a secret.' });
    await memory.files.write('detail/later.md', 'Also a secret.');
    await forkedAt(memory, head, 'fork');
    const fork = await memory.sessions.open('fork');
    expect(await fork.export({ format: 'json' })).not.toContain('secret');
    await fork.close();
    await memory.close();
  });

  it('refuses a name that is taken, and leaves both sessions alone', async () => {
    const memory = await openFixed();
    await memory.items.memorize('A fact.');
    await memory.items.memorize('Another fact.');
    await memory.sessions.fork('taken');
    await expect(forkedAt(memory, 1, 'taken')).rejects.toThrow(/taken/);
    const taken = await memory.sessions.open('taken');
    expect((await taken.items.list()).map(({ text }) => text)).toEqual(['A fact.', 'Another fact.']);
    await taken.close();
    await memory.close();
  });
});

describe('an export that is forked', () => {
  it('is read and written record by record, as JSON.parse and JSON.stringify do it', () => {
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        const text = jsonOf(bundle);
        const read = finished(readExport(text));
        expect(read).toEqual(JSON.parse(text));
        expect(JSON.parse(finished(written(read)))).toEqual(JSON.parse(text));
        const records = Object.values(bundle).flatMap((value) => (Array.isArray(value) ? value : []));
        expect(stepsOf(readExport(text))).toBe(records.length);
        expect(stepsOf(written(read))).toBe(records.length);
      }),
    );
  });
});
