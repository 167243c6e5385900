// Relevance by the formula of source 000: 0.7 · TF-IDF cosine + 0.3 · keyword score. Pure.
// Choices that the source leaves open are made here and named in docs/recall.md: words are those of the default
// ranking, neither stemmed nor dropped; idf is smoothed as in scikit-learn.
import { eachRun } from '../terms/character-runs.ts';
import { pushNeighbours } from '../terms/terms.ts';

export interface SeedRelevance {
  /** 0.7 · cosine + 0.3 · keyword, 0–1. */
  readonly relevance: number;
  /** Cosine of the TF-IDF vectors of prompt and text, 0–1. */
  readonly cosine: number;
  /** Length of the prompt ÷ length of a text that contains it; else common words ÷ words of both together. 0–1. */
  readonly keyword: number;
}

export interface SeedCorpus {
  /** Returns the relevance of each text, in their order. */
  relevance(prompt: string): SeedRelevance[];
}

/**
 * Indexes the texts once, for many prompts. The formula fits idf to the texts and the prompt together. The index holds
 * idf without the prompt, and each prompt corrects the terms it contains, so that a query costs the postings of its
 * terms instead of a new fit. The two differ only by rounding.
 */
export function seedCorpus(texts: readonly string[]): SeedCorpus {
  const known = texts.map(readText);
  const postings = new Map<string, Map<ReadText, number>>();
  for (const text of known) {
    for (const [term, count] of text.counts) {
      postings.set(term, (postings.get(term) ?? new Map<ReadText, number>()).set(text, count));
    }
  }
  // + 2: the prompt is a document of the fit, and smooth idf counts one more.
  const idf = (documents: number): number => ln((texts.length + 2) / (documents + 1)) + 1;
  for (const counts of postings.values()) {
    const weight = idf(counts.size);
    for (const [text, count] of counts) text.square += count * count * weight * weight;
  }
  return {
    relevance(prompt) {
      const asked = readText(prompt);
      const vectors = new Map<ReadText, { product: number; square: number }>();
      for (const [term, times] of asked.counts) {
        const counts = postings.get(term) ?? new Map<ReadText, number>();
        const weight = idf(counts.size + 1);
        // The prompt contains the term: its document frequency grows by one, and with it the norm of every text.
        const surplus = weight * weight - idf(counts.size) * idf(counts.size);
        asked.square += times * times * weight * weight;
        for (const [text, count] of counts) {
          const vector = vectors.get(text) ?? { product: 0, square: text.square };
          vector.product += times * weight * count * weight;
          vector.square += count * count * surplus;
          vectors.set(text, vector);
        }
      }
      return known.map((text) => {
        const vector = vectors.get(text);
        const cosine = vector ? Math.min(1, vector.product / Math.sqrt(asked.square * vector.square)) : 0;
        const keyword = keywordScore(asked, text);
        return { relevance: 0.7 * cosine + 0.3 * keyword, cosine, keyword };
      });
    },
  };
}

export const seedRelevance = (prompt: string, texts: readonly string[]) => seedCorpus(texts).relevance(prompt);

type ReadText = ReturnType<typeof readText>;

function readText(text: string) {
  const lower = text.normalize('NFKC').toLowerCase();
  // `square`: squared norm of the TF-IDF vector without a prompt in the fit.
  return { lower, length: [...lower].length, counts: wordCounts(lower), square: 0 };
}

/** Counts the occurrences of each word; in scripts without blanks, of each character and each pair of neighbours. */
function wordCounts(lower: string): ReadonlyMap<string, number> {
  const words: string[] = [];
  eachRun(lower, (start, end, kind) => {
    const run = lower.slice(start, end);
    if (kind === 'word') words.push(run);
    else pushNeighbours(run, kind, words);
  });
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function keywordScore(asked: ReadText, text: ReadText): number {
  if (text.lower.includes(asked.lower)) return asked.length / Math.max(1, text.length);
  let common = 0;
  for (const word of asked.counts.keys()) if (text.counts.has(word)) common++;
  return common === 0 ? 0 : common / (asked.counts.size + text.counts.size - common);
}

/** Returns the natural logarithm of x ≥ 1. `Math.log` differs between engines in the last bit; +, · and ÷ do not. */
function ln(x: number): number {
  // ln x = 2 · artanh((x − 1) ÷ (x + 1)); halving keeps the ratio small, so 15 terms reach double precision.
  if (x > 1.5) return ln(x / 2) + Math.LN2;
  const ratio = (x - 1) / (x + 1);
  let sum = 0;
  for (let power = ratio, n = 1; n < 30; n += 2, power *= ratio * ratio) sum += power / n;
  return 2 * sum;
}
