// Extracts what a message says: its beginning, and sentences with a cue. Pure.
import { type SalienceCue, salienceCues } from './salience-cues.ts';
import { oneLine, sentences } from './sentences.ts';

/** Shortest beginnings, in UTF-16 units, as below. A shorter one ("Hi!") says little, so the next sentence joins it. */
const SHORTEST_LEAD = { user: 120, assistant: 40 };
/** Longest sentence. Anything longer is a log or a table. The limit also bounds the time that patterns take. */
const LONGEST_SENTENCE = 800;
/** Shortest sentence in letters; a Chinese character counts for three. */
const SHORTEST_SENTENCE = 8;
/** Cued sentences per message besides its beginning: a pasted document is full of "must". */
const MOST_CUED = 3;
/** Longest text that is read, in UTF-16 units. Anything longer is a document, whose beginning says what it is. */
const LONGEST_TEXT = 65_536;

export interface Statement {
  readonly body: string;
  readonly cues: readonly SalienceCue[];
}

/**
 * Returns the beginning of a message, then its sentences with a cue. A model's "must" explains, a user's demands. The
 * beginning needs no cue: people and models mostly say first what a message is about.
 */
export function statements(text: string, role: 'user' | 'assistant'): Statement[] {
  const beginning = text.slice(0, LONGEST_TEXT);
  const all = sentences(beginning);
  // The message is code alone; its first line is better than nothing.
  if (all.length === 0) all.push(oneLine(beginning));
  // Sentences join until they say enough; Chinese ones without a blank between them.
  let lead = '';
  let taken = 0;
  while (taken < all.length && lead.length < SHORTEST_LEAD[role])
    lead += (/^$|[。！？]$/.test(lead) ? '' : ' ') + (all[taken++] ?? '');
  if (lead === '') return [];
  const stated = (body: string): Statement => ({
    body,
    cues: salienceCues(body.slice(0, LONGEST_SENTENCE)).filter((cue) => cue !== 'constraint' || role === 'user'),
  });
  const cued: Statement[] = [];
  for (let at = taken; at < all.length && cued.length < MOST_CUED; at++) {
    const sentence = all[at] ?? '';
    if (!isProse(sentence)) continue;
    const statement = stated(sentence);
    if (statement.cues.length > 0) cued.push(statement);
  }
  return [stated(lead), ...cued];
}

/**
 * Whether the sentence is prose, not a heading, code or a table, where cue words are names. Prose consists of letters
 * by more than half, and a line that ends in a colon only announces the next ones.
 */
function isProse(sentence: string): boolean {
  if (sentence.length > LONGEST_SENTENCE || /[:：]$/.test(sentence)) return false;
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const chinese = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  return letters * 2 > sentence.length && letters + 2 * chinese >= SHORTEST_SENTENCE;
}
