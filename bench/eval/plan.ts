// Parses and checks the command line.
import { parseArgs } from 'node:util';

export interface Plan {
  readonly data: string;
  /** Files of additional rankings. */
  readonly modules: readonly string[];
  /** Folder of an embedding model. */
  readonly model: string | undefined;
  /** Share of the texts that have vectors, 0–1. */
  readonly embedded: number;
  /** Whether each session of a store becomes a conversation, with the questions asked in another one. */
  readonly conversations: boolean;
  readonly sets: readonly string[];
  /** Token limits of the blocks of `memory.recall` to measure. */
  readonly blocks: readonly number[];
  /** Whether to ask questions for a list without a limit as well. */
  readonly lists: boolean;
  /** Most questions of a set, spread evenly. */
  readonly sample: number;
  readonly out: string | undefined;
}

/** Languages of the documentation; the set of a language is named xqs- and its code. */
const LANGUAGES = 'en,de,es,fr,ro,tr,vi,ru,el,ar,hi,th,zh,ja,ko';
const SETS = [
  ...'locomo,realtalk,qmsum,memdaily,memdaily10,kdconv,cmrc,cranfield,prov-tau,prov-swe,code'.split(','),
  ...LANGUAGES.split(',').map((lang) => `xqs-${lang}`),
  ...'de,el,es,ro,tr,vi'.split(',').map((lang) => `xqd-${lang}`),
  'xqs-en:misspelt',
  'locomo:dated',
  'locomo:days',
].join(',');

/** @throws when the data folder is missing, and on unknown arguments */
export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      module: { type: 'string', multiple: true, default: [] },
      model: { type: 'string' },
      embedded: { type: 'string', default: '1' },
      conversations: { type: 'boolean', default: false },
      sets: { type: 'string', default: SETS },
      sample: { type: 'string' },
      blocks: { type: 'string', default: '' },
      lists: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  if (values.data === undefined) throw new Error('Name the folder of the sets: --data DIR. See docs/eval-recall.md.');
  const sample = values.sample === undefined ? Infinity : Number(values.sample);
  if (sample !== Infinity && !(Number.isSafeInteger(sample) && sample > 0)) {
    throw new Error(`--sample: ${values.sample} is not a whole number above 0.`);
  }
  const embedded = Number(values.embedded);
  if (!(embedded > 0 && embedded <= 1)) throw new Error(`--embedded: ${values.embedded} is no share above 0, up to 1.`);
  const blocks = values.blocks.split(',').flatMap((each) => (each === '' ? [] : Number(each)));
  if (!blocks.every((each) => Number.isSafeInteger(each) && each > 0)) {
    throw new Error(`--blocks: ${values.blocks} is not a list of whole numbers above 0.`);
  }
  return {
    blocks,
    data: values.data,
    modules: values.module,
    model: values.model,
    embedded,
    conversations: values.conversations,
    lists: values.lists,
    sets: [...new Set(values.sets.split(',').filter((set) => set !== ''))],
    sample,
    out: values.out,
  };
}
