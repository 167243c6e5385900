// After any loss or damage a session opens, keeps everything sound, and its limits hold.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { ROW_STORES, type RowStore } from '../../src/storage/port.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';
import { openedStorage, type OpenedStorage } from '../support/storage/damage.ts';

const MAX_ITEMS = 4;
const settings = { limits: { maxItems: MAX_ITEMS }, longTail: { maxItems: 6 } };

type Act = (engine: Engine) => Promise<unknown>;
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.nat(99).map(
    (number): Act =>
      (engine) =>
        engine.memorize([{ text: `item ${number}` }]),
  ),
  fc.nat(99).map(
    (number): Act =>
      (engine) =>
        engine.appendMessages([{ role: 'user', text: `said ${number}` }]),
  ),
  fc.tuple(fc.constantFrom('overview.md', 'detail/a.md', 'detail/b.md'), fc.nat(99)).map(
    ([path, number]): Act =>
      (engine) =>
        engine.writeFile(path, `text ${number}`, { force: true }),
  ),
  fc.constant<Act>((engine) => engine.forget('oldest', 'soft')),
);

type Damage = (opened: OpenedStorage) => void;
const number = fc.oneof(fc.constantFrom(NaN, -1, 0, 1e9, 253_370_764_800_000), fc.constantFrom('0', null, undefined));
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc
    .tuple(fc.constantFrom('head', 'time', 'step', 'nextSequence', 'items', 'tokens', 'messages', 'commit'), number)
    .map(([name, value]): Damage => ({ damageManifest, session }) => {
      if (session().manifest) damageManifest({ [name]: value });
    }),
  fc.constant<Damage>(({ damageManifest }) => damageManifest(undefined)),
  fc.constantFrom(...ROW_STORES).map(
    (store): Damage =>
      ({ lose }) =>
        lose(store),
  ),
  fc.tuple(fc.nat(), fc.boolean()).map(([at, isLost]): Damage => (opened) => {
    const ids = [...opened.session().rows.keys()];
    const id = ids[at % Math.max(1, ids.length)];
    if (id === undefined) return;
    const split = id.indexOf(' ');
    const change = (row: object): object => ({ ...row, flipped: true });
    opened.damage(id.slice(0, split) as RowStore, id.slice(split + 1), isLost ? undefined : change);
  }),
);

const reopen = ({ storage }: OpenedStorage, ids: string) => testEngine(settings, { storage, ids: countingIds(ids) });
const settled = async (engine: Engine) => {
  await recalled(engine, 'anything', { scope: 'transcript' });
  await engine.sessionRows();
  return (await engine.status()).recovery;
};
const soundRows = ({ session }: OpenedStorage, store: RowStore) =>
  new Map([...session().rows].filter(([id, row]) => id.startsWith(`${store} `) && !('flipped' in row)));

it('a session with any damage opens, keeps what is sound, goes on, and is whole at its next opening', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 15 }),
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      async (acts, damages) => {
        const opened = openedStorage();
        const { engine: first } = await reopen(opened, 'first');
        for (const run of acts) await run(first);
        await first.close();
        for (const spoil of damages) spoil(opened);
        const messages = soundRows(opened, 'messages');
        const items = soundRows(opened, 'items');
        const flipped = [...opened.session().rows].filter(([id, row]) => 'flipped' in row && id.startsWith('files '));

        const { engine } = await reopen(opened, 'second');
        expect((await engine.capacity()).usage.items).toBe(items.size);
        await engine.readFile('overview.md');
        await engine.appendMessages([{ role: 'user', text: 'afterwards' }]);
        await engine.memorize([{ text: 'afterwards' }]);
        expect((await engine.listItems()).at(-1)?.text).toBe('afterwards');
        expect((await engine.capacity()).usage.items).toBeLessThanOrEqual(MAX_ITEMS);
        for (const [id, row] of messages) expect(opened.session().rows.get(id), 'not written over').toEqual(row);
        for (const [, row] of flipped) {
          const kept = [...opened.session().rows.values()].some((each) =>
            JSON.stringify(each).includes(JSON.stringify(row)),
          );
          expect(kept, 'kept in place or aside').toBe(true);
        }
        await settled(engine);
        await engine.appendMessages([{ role: 'user', text: 'the end' }]);
        await engine.close();

        const { engine: third } = await reopen(opened, 'third');
        expect(await settled(third)).toMatchObject({ kind: 'none', lost: {} });
        // A lost message leaves its address.
        const said = (await third.readMessages(0, 99)).filter(({ dropped }) => !dropped);
        const indexes = said.map(({ index }) => index);
        expect(new Set(indexes).size).toBe(messages.size + 2);
        await third.close();
      },
    ),
    { numRuns: 150 },
  );
});
