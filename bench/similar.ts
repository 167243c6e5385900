// Measures the cost of `similar` in a memorize, and how well it tells near repetitions from other texts.
import { newText, openFullStore } from './full-store.ts';
import { memoryStorage, openWorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';
import { CHINESE_FACTS, ENGLISH_FACTS } from './similar-facts.ts';
import { makeCorpus } from './texts.ts';

const KINDS = ['again', 'update', 'other'] as const;

export async function benchSimilar(size: number): Promise<{ plain: Timing; similar: Timing; ratio: number }> {
  const [plain, similar] = [await openFullStore(`plain ${size}`, size), await openFullStore(`similar ${size}`, size)];
  const timings = await takeTurns(
    {
      plain: (round) => plain.items.memorize(newText(round)),
      similar: (round) => similar.items.memorize(newText(round), { similar: true }),
    },
    { rounds: 400, warmUp: 50 },
  );
  await Promise.all([plain.close(), similar.close()]);
  return { ...timings, ratio: timings.similar.medianMs / timings.plain.medianMs };
}

export interface Reported {
  readonly language: 'English' | 'Chinese';
  /** Share of facts that were reported for each kind: the rewording, the update, the other fact on the subject. */
  readonly shares: Readonly<Record<(typeof KINDS)[number], number>>;
  /** Share of all calls that reported another item. */
  readonly wrong: number;
}

/** Runs over a store of the facts and unrelated texts, 64 items in all. */
export async function reportedAsSimilar(): Promise<Reported[]> {
  const all: Reported[] = [];
  for (const [language, facts] of [['English', ENGLISH_FACTS] as const, ['Chinese', CHINESE_FACTS] as const]) {
    const found = { again: 0, update: 0, other: 0 };
    let wrong = 0;
    const others = makeCorpus(language, 64 - facts.length, 0).texts;
    for (const [row, [, ...next]] of facts.entries()) {
      for (const [column, kind] of KINDS.entries()) {
        const memory = await openWorkingMemory({
          session: `${language} ${row} ${kind}`,
          storage: memoryStorage(),
          worker: false,
          limits: { maxTokens: 100_000 },
        });
        const { items } = await memory.items.memorize(
          [...facts.map(([fact]) => fact), ...others].map((text) => ({ text })),
        );
        const asked = await memory.items.memorize(next[column] ?? '', { similar: true });
        const ids = asked.items[0]?.similar?.map(({ id }) => id) ?? [];
        if (ids.includes(items[row]?.id ?? '')) found[kind]++;
        if (ids.some((id) => id !== items[row]?.id)) wrong++;
        await memory.close();
      }
    }
    const share = (count: number): number => count / facts.length;
    const shares = { again: share(found.again), update: share(found.update), other: share(found.other) };
    all.push({ language, shares, wrong: share(wrong) / KINDS.length });
  }
  return all;
}
