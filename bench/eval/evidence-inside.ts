// Measures how much of a question's evidence the block of `memory.recall` contains.
import { openMemory } from './rankers/memory-rankers.ts';
import type { Store } from './stores.ts';

export interface EvidenceInside {
  readonly questions: number;
  /** Mean share of a question's evidence, and share of questions with all of it. */
  readonly evidence: number;
  readonly whole: number;
  /** Mean size of the blocks. */
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
        // Evidence counts if it is shown whole and appears in the text for the model.
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
