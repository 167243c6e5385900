// Which calls may be repeated on the next engine when a worker is lost before it answers.
import type { Engine } from './engine.ts';

/**
 * `always`: it changes nothing, so a second answer is as good as the first · `unsent`: it may change the session, so
 * only if it surely never reached the worker · `never`: it concerns one engine and means nothing to the next ·
 * `quiet`: nobody waits for it, so its silence proves nothing.
 */
export type Repeat = 'always' | 'unsent' | 'never' | 'quiet';

const REPEATS: { readonly [Method in keyof Engine]?: Repeat } = {
  recall: 'always',
  recallBlock: 'always',
  getItem: 'always',
  textsOf: 'always',
  listItems: 'always',
  whyNot: 'always',
  summarize: 'always',
  capacity: 'always',
  readFile: 'always',
  listFiles: 'always',
  fileHistory: 'always',
  overviewStatus: 'always',
  readMessages: 'always',
  knownMessages: 'always',
  knownParts: 'always',
  readPart: 'always',
  countMessages: 'always',
  stateBasis: 'always',
  contextBasis: 'always',
  listSessions: 'always',
  searchSessions: 'always',
  sessionRows: 'always',
  salvage: 'always',
  countTokens: 'always',
  importBasis: 'always',
  journal: 'always',
  status: 'always',
  warm: 'quiet',
  doze: 'quiet',
  useVectors: 'never',
  unembedded: 'never',
  storeVectors: 'never',
  sealVectors: 'never',
  close: 'never',
};

/** Returns the rule of every method of an engine; an unlisted one may change the session. */
export const repeatsOf = (engine: Engine): Record<string, Repeat> =>
  Object.fromEntries(Object.keys(engine).map((method) => [method, REPEATS[method as keyof Engine] ?? 'unsent']));
