// Relevance as document 000 has it: 0.7 · TF-IDF cosine + 0.3 · keyword. Pure.
// Its words are not the `terms` of the default ranking: to it a sentence without blanks is one word.

export interface SeedRelevance {
  /** 0.7 · cosine + 0.3 · keyword; where the cosine is 0, keyword alone. 0–1. */
  readonly relevance: number;
  /** Of the TF-IDF vectors of prompt and text, 0–1. */
  readonly cosine: number;
  /** What share of the text the prompt is that it contains; else 0.8 · common words ÷ all words of both. 0–1. */
  readonly keyword: number;
}

/** 0.7 · cosine + 0.3 · keyword; without a cosine above 0 the keyword alone. */
export const seedScore = (cosine: number, keyword: number): number =>
  cosine > 0 ? 0.7 * cosine + 0.3 * keyword : keyword;

export interface SeedCorpus {
  /** One for each text, in their order. */
  relevance(prompt: string): SeedRelevance[];
}

/** Reads the texts once, for many prompts. */
export function seedCorpus(texts: readonly string[]): SeedCorpus {
  const known = texts.map(read);
  const postings = new Map<string, Map<Read, number>>();
  for (const text of known) {
    for (const [term, count] of counted(text.lower)) {
      postings.set(term, (postings.get(term) ?? new Map<Read, number>()).set(text, count));
    }
  }
  // The prompt is one of the documents that the vectors are fitted to.
  const idf = (documents: number): number => ln((texts.length + 2) / (documents + 1)) + 1;
  for (const counts of postings.values()) {
    const weight = idf(counts.size);
    for (const [text, count] of counts) text.square += count * count * weight * weight;
  }
  return {
    relevance(prompt) {
      const asked = read(prompt);
      const vectors = new Map<Read, { product: number; square: number }>();
      for (const [term, times] of counted(asked.lower)) {
        const counts = postings.get(term) ?? new Map<Read, number>();
        const weight = idf(counts.size + 1);
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
        const keyword = keywordOf(asked, text);
        return { relevance: seedScore(cosine, keyword), cosine, keyword };
      });
    },
  };
}

export const seedRelevance = (prompt: string, texts: readonly string[]) => seedCorpus(texts).relevance(prompt);

type Read = ReturnType<typeof read>;

function read(text: string) {
  const lower = text.toLowerCase();
  // `square`: of the vector's length, as long as no prompt is about its terms.
  return { lower, length: [...lower].length, words: new Set(lower.match(/\S+/g)), square: 0 };
}

function counted(lower: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of lower.match(/[\p{L}\p{N}_]{2,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function keywordOf(asked: Read, text: Read): number {
  if (text.lower.includes(asked.lower)) return asked.length / Math.max(1, text.length);
  let common = 0;
  for (const word of asked.words) if (text.words.has(word)) common++;
  return common === 0 ? 0 : (common / (asked.words.size + text.words.size - common)) * 0.8;
}

/** Natural logarithm of x ≥ 1 by +, · and ÷ alone, which no two engines compute differently. */
function ln(x: number): number {
  if (x > 1.5) return ln(x / 2) + Math.LN2;
  const ratio = (x - 1) / (x + 1);
  let sum = 0;
  for (let power = ratio, n = 1; n < 30; n += 2, power *= ratio * ratio) sum += power / n;
  return 2 * sum;
}
