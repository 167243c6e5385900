// A table of embedding models: the making of their vectors, and the weight of their cosines. docs/embeddings.md names
// the sources and marks the numbers that this project chose.

/** Weight of the cosine of two vectors beside the words of the texts. */
export interface Fusion {
  /** Weight of the cosine; the words have weight 1. 0 ignores the cosine. */
  readonly weight: number;
  /** Cosine of unrelated texts in this model, 0–1. A cosine below it counts as 0. */
  readonly floor: number;
  /**
   * Contrast for models whose floor is unknown: the floor is taken from the cosines of all texts, at median + contrast
   * × (median − lowest decile), but is at least `floor`.
   */
  readonly contrast?: number;
}

/** Rules by which a model makes its vectors. */
export interface PipelineProfile {
  /** Method that makes one vector of the tokens' vectors: their mean, or the first one. */
  readonly pooling: 'mean' | 'cls';
  /** Prefix of a question. */
  readonly query: string;
  /** Prefix of a stored text. */
  readonly passage: string;
}

interface Known extends Fusion, Partial<PipelineProfile> {}

const PLAIN: PipelineProfile = { pooling: 'mean', query: '', passage: '' };
/** Values for an unknown model. With this contrast, about 5 in 1,000 texts unrelated to a question exceed the floor. */
const UNKNOWN: Known = { weight: 0.25, floor: 0.5, contrast: 2 };

const MINILM: Known = { weight: 0.5, floor: 0.1 };
/** Numbers of models trained on paraphrases, not on question and answer pairs: hence the lower weight. */
const PARAPHRASE: Known = { weight: 0.3, floor: 0.15 };
const E5: Known = { query: 'query: ', passage: 'passage: ', weight: 0.5, floor: 0.7 };
const BGE_EN: Known = {
  pooling: 'cls',
  query: 'Represent this sentence for searching relevant passages: ',
  weight: 0.5,
  floor: 0.4,
};
const BGE_ZH: Known = { pooling: 'cls', query: '为这个句子生成表示以用于检索相关文章：', weight: 0.5, floor: 0.4 };
const GTE: Known = { weight: 0.5, floor: 0.7 };
const JINA: Known = { weight: 0.4, floor: 0.5 };
const NOMIC: Known = { query: 'search_query: ', passage: 'search_document: ', weight: 0.5, floor: 0.4 };
const OPENAI: Known = { weight: 0.5, floor: 0.15 };

/** Known models by name, without the owner: several owners publish copies of one model. */
const KNOWN: Readonly<Record<string, Known>> = {
  'all-minilm-l6-v2': MINILM,
  'all-minilm-l12-v2': MINILM,
  'all-mpnet-base-v2': MINILM,
  'paraphrase-multilingual-minilm-l12-v2': PARAPHRASE,
  'paraphrase-multilingual-mpnet-base-v2': PARAPHRASE,
  'e5-small-v2': E5,
  'e5-base-v2': E5,
  'e5-large-v2': E5,
  'multilingual-e5-small': E5,
  'multilingual-e5-base': E5,
  'multilingual-e5-large': E5,
  'bge-small-en-v1.5': BGE_EN,
  'bge-base-en-v1.5': BGE_EN,
  'bge-large-en-v1.5': BGE_EN,
  'bge-small-zh-v1.5': BGE_ZH,
  'bge-base-zh-v1.5': BGE_ZH,
  'bge-large-zh-v1.5': BGE_ZH,
  'bge-m3': { pooling: 'cls', weight: 0.5, floor: 0.4 },
  'gte-small': GTE,
  'gte-base': GTE,
  'gte-large': GTE,
  'jina-embeddings-v2-small-en': JINA,
  'jina-embeddings-v2-base-en': JINA,
  'jina-embeddings-v2-base-zh': JINA,
  'nomic-embed-text-v1': NOMIC,
  'nomic-embed-text-v1.5': NOMIC,
  'text-embedding-3-small': OPENAI,
  'text-embedding-3-large': OPENAI,
};

/** Returns the name without owner and settings: `Xenova/all-MiniLM-L6-v2@main q8 mean` → `all-minilm-l6-v2`. */
function nameOf(model: string): string {
  const [id = ''] = model.split(/[\s@]/, 1);
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase();
}

const profileOf = (model: string): Fusion & PipelineProfile => {
  const name = nameOf(model);
  return { ...PLAIN, ...((Object.hasOwn(KNOWN, name) && KNOWN[name]) || UNKNOWN) };
};

/** Returns weight and floor by a model's id or an embedder's `model`; cautious values for an unknown one. */
export function fusionOf(model: string): Fusion {
  const { weight, floor, contrast } = profileOf(model);
  return { weight, floor, ...(contrast !== undefined && { contrast }) };
}

/** Returns pooling and prefixes of a model; mean pooling without prefixes for an unknown one. */
export function pipelineOf(model: string): PipelineProfile {
  const { pooling, query, passage } = profileOf(model);
  return { pooling, query, passage };
}
