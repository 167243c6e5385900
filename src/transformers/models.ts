// What is known of embedding models: how their vectors are made, and how far their cosines are to be trusted.
// Sources, and which numbers are choices of ours: docs/embeddings.md.

/** How the meaning of a text counts beside its words. */
export interface Fusion {
  /** What the cosine counts beside the words, which count 1; 0 leaves it out. */
  readonly weight: number;
  /** The cosine that texts without anything in common have in this model, 0–1. Below it there is no likeness. */
  readonly floor: number;
  /**
   * Where nobody knows the floor: how many times as far above the median of the texts' cosines as their lowest tenth is
   * below it a text must stand, to count as alike. `floor` is then the least.
   */
  readonly contrast?: number;
}

/** How a model wants to be asked. */
export interface PipelineProfile {
  /** What makes one vector of those of the tokens: their mean, or the vector of the first one. */
  readonly pooling: 'mean' | 'cls';
  /** Stands before a question. */
  readonly query: string;
  /** Stands before a text that is to be found. */
  readonly passage: string;
}

interface Known extends Fusion, Partial<PipelineProfile> {}

const PLAIN: PipelineProfile = { pooling: 'mean', query: '', passage: '' };
/** Of texts that have nothing in common with a question about 5 in 1,000 stand so far above the middle. */
const UNKNOWN: Known = { weight: 0.25, floor: 0.5, contrast: 2 };

const MINILM: Known = { weight: 0.5, floor: 0.1 };
/** Trained on paraphrases, not on questions and their answers. */
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

/** By the name after the owner: copies of one model by several owners are one model. */
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

/** `Xenova/all-MiniLM-L6-v2@main q8 mean` → `all-minilm-l6-v2`. */
function nameOf(model: string): string {
  const [id = ''] = model.split(/[\s@]/, 1);
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase();
}

const profileOf = (model: string): Fusion & PipelineProfile => {
  const name = nameOf(model);
  return { ...PLAIN, ...((Object.hasOwn(KNOWN, name) && KNOWN[name]) || UNKNOWN) };
};

/** Weight and floor for a model by its id or by an embedder's `model`; a cautious choice for one that is unknown. */
export function fusionOf(model: string): Fusion {
  const { weight, floor, contrast } = profileOf(model);
  return { weight, floor, ...(contrast !== undefined && { contrast }) };
}

/** Pooling and prefixes for a model; mean pooling and none where it is unknown. */
export function pipelineOf(model: string): PipelineProfile {
  const { pooling, query, passage } = profileOf(model);
  return { pooling, query, passage };
}
