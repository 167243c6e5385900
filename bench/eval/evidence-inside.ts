// How much of the evidence is inside the block that `memory.recall` makes of a store for a question.
import { openMemory } from './rankers/memory-rankers.ts';
import type { Store } from './stores.ts';

export interface EvidenceInside {
  readonly questions: number;
  /** Mean share of a question's evidence, and share of the questions with all of theirs. */
  readonly evidence: number;
  readonly whole: number;
  /** Mean of the blocks. */
  readonly tokens: number;
  readonly ms: number;
}

export async function evidenceInside(stores: readonly Store[], maxTokens: number): Promise<EvidenceInside> {
  const sum = { questions: 0, evidence: 0, whole: 0, tokens: 0, ms: 0 };
  for (const { corpus, queries } of stores) {
    const { memory, at, close } = await openMemory(corpus);
    const textOf = new Map(corpus.map(({ id, text }) => [id, text]));
    for (const { q, relevant, ts } of queries) {
      at(ts);
      const start = performance.now();
      const { text, tokens, hits } = await memory.recall(q, { maxTokens });
      sum.ms += performance.now() - start;
      if (tokens > maxTokens) throw new Error(`a block of ${tokens} tokens where ${maxTokens} were asked for`);
      const shown = hits.map((hit) => hit.text);
      const inside = relevant.filter((id) => {
        const wanted = textOf.get(id) ?? '';
        // Shown as a whole, and in the text that the model reads.
        return shown.some((one) => one.includes(wanted)) && text.includes(wanted.split('\n')[0] ?? '');
      });
      sum.questions++;
      sum.evidence += inside.length / relevant.length;
      sum.whole += Number(inside.length === relevant.length);
      sum.tokens += tokens;
    }
    await close();
  }
  const mean = (total: number): number => total / sum.questions;
  const { questions } = sum;
  return {
    questions,
    evidence: mean(sum.evidence),
    whole: mean(sum.whole),
    tokens: mean(sum.tokens),
    ms: mean(sum.ms),
  };
}

export const insideLine = (maxTokens: number, { questions, evidence, whole, tokens, ms }: EvidenceInside): string =>
  `evidence inside recall(question, { maxTokens: ${maxTokens} }): ${percent(evidence)}, all of it for ` +
  `${percent(whole)} of ${questions} questions · ${tokens.toFixed(0)} tokens, ${ms.toFixed(1)} ms each`;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
