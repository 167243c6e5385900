// What the command line asks for, checked.
import { parseArgs } from 'node:util';

export interface Plan {
  readonly data: string;
  /** Files of other rankings. */
  readonly modules: readonly string[];
  /** Folder of an embedding model. */
  readonly model: string | undefined;
  /** Of the texts that have their vectors, 0–1. */
  readonly embedded: number;
  readonly sets: readonly string[];
  /** Sizes of the blocks of `memory.recall` that are looked into, in tokens. */
  readonly blocks: readonly number[];
  /** Questions of each set at most. */
  readonly limit: number;
  readonly out: string | undefined;
}

const SETS = 'locomo,qmsum,memdaily10,cmrc,prov-tau,prov-swe,cranfield';

/** @throws when the data folder is not named, and on anything that is not understood */
export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      module: { type: 'string', multiple: true, default: [] },
      model: { type: 'string' },
      embedded: { type: 'string', default: '1' },
      sets: { type: 'string', default: SETS },
      limit: { type: 'string' },
      blocks: { type: 'string', default: '' },
      out: { type: 'string' },
    },
  });
  if (values.data === undefined) throw new Error('Name the folder of the sets: --data DIR. See docs/eval-recall.md.');
  const limit = values.limit === undefined ? Infinity : Number(values.limit);
  if (limit !== Infinity && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new Error(`--limit: ${values.limit} is no whole number above 0.`);
  }
  const embedded = Number(values.embedded);
  if (!(embedded > 0 && embedded <= 1)) throw new Error(`--embedded: ${values.embedded} is no share above 0, up to 1.`);
  const blocks = values.blocks.split(',').flatMap((each) => (each === '' ? [] : Number(each)));
  if (!blocks.every((each) => Number.isSafeInteger(each) && each > 0)) {
    throw new Error(`--blocks: ${values.blocks} is no list of whole numbers above 0.`);
  }
  return {
    blocks,
    data: values.data,
    modules: values.module,
    model: values.model,
    embedded,
    sets: [...new Set(values.sets.split(',').filter((set) => set !== ''))],
    limit,
    out: values.out,
  };
}
