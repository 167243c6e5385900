// Compares the evidence that questions for a list find without a limit with that among their first ten hits.
import { CALL_DEFAULTS } from '../../src/options/policy.ts';
import { asksForList } from '../../src/recall/questions/list-questions.ts';
import { openMemory } from './rankers/memory-rankers.ts';
import type { Store } from './stores.ts';

interface Answered {
  /** Share of the evidence, 0–1. */
  readonly evidence: number;
  readonly whole: number;
  readonly hits: number;
  readonly characters: number;
}

export interface WholeLists {
  readonly questions: number;
  /** Means over the questions. */
  readonly ten: Answered;
  readonly all: Answered;
}

export async function wholeLists(stores: readonly Store[]): Promise<WholeLists> {
  const answers: { readonly ten: Answered; readonly all: Answered }[] = [];
  for (const { corpus, queries } of stores) {
    const lists = queries.filter(({ q }) => asksForList(q));
    if (lists.length === 0) continue;
    const { memory, at, close } = await openMemory(corpus);
    for (const { q, relevant, ts } of lists) {
      at(ts);
      const { hits } = await memory.items.remember(q);
      const wanted = new Set(corpus.filter(({ id }) => relevant.includes(id)).map(({ text }) => text));
      const shown = hits.map(({ item }) => item.text);
      answers.push({ ten: answered(shown.slice(0, CALL_DEFAULTS.recallLimit), wanted), all: answered(shown, wanted) });
    }
    await close();
  }
  return {
    questions: answers.length,
    ten: meanOf(answers.map(({ ten }) => ten)),
    all: meanOf(answers.map(({ all }) => all)),
  };
}

function answered(shown: readonly string[], wanted: ReadonlySet<string>): Answered {
  const found = [...wanted].filter((text) => shown.includes(text)).length;
  const characters = shown.reduce((sum, text) => sum + text.length, 0);
  return { evidence: found / wanted.size, whole: Number(found === wanted.size), hits: shown.length, characters };
}

function meanOf(answers: readonly Answered[]): Answered {
  const mean = (part: keyof Answered): number => answers.reduce((sum, each) => sum + each[part], 0) / answers.length;
  return { evidence: mean('evidence'), whole: mean('whole'), hits: mean('hits'), characters: mean('characters') };
}

export const listsLine = ({ questions, ten, all }: WholeLists): string =>
  questions === 0
    ? 'no question asks for a list'
    : `of ${questions} questions for a list, evidence among the first ten hits and among all: ` +
      `${percent(ten.evidence)}, ${percent(all.evidence)}; all of it for ${percent(ten.whole)}, ${percent(all.whole)} · ` +
      `${all.hits.toFixed(1)} hits, characters ${ten.characters.toFixed(0)}, ${all.characters.toFixed(0)}`;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
