// Compares every place that a search prints with the text that opens there. Each complaint is a sentence.
import {
  type AddressKind,
  bare,
  type Complaints,
  range,
  type SentRequest,
  shortened,
  TELLING,
} from './printed-addresses.ts';
import type { PrintedHit, RequestReader } from './request-reader.ts';

/** UTF-16 units of a line before the passage: a page begins with the whole line. */
const NEAR = 80;

/** Each hit opens where its snippet begins, in a text of the role or under the heading that it names. */
export async function wrongHits(
  reader: RequestReader,
  { format: { lens }, list, met }: Omit<SentRequest, 'sent'>,
  word: string,
): Complaints {
  const complaints: string[] = [];
  for (const hit of await reader.hits(word, { limit: 5 })) {
    const { path, given, heading, snippet } = hit;
    for (const kind of kindsOf(hit)) met.add(kind);
    const page = bare((await reader.openAt(path, given)).text);
    const start = bare(snippet.trim().replace(/^…|…$/g, ''));
    const isAt = (at: number): boolean => {
      const rest = page.slice(at);
      return rest.startsWith(start) || (start.startsWith(rest) && tells(rest, word));
    };
    const near = 'fromCharacter' in given ? [0] : range(0, Math.min(NEAR, page.length - 1));
    // Where a message was joined from parts, the snippet may begin in the part before.
    const isBefore = (at: number): boolean => {
      const rest = start.slice(at);
      return (page.startsWith(rest) && tells(rest, word)) || (rest.startsWith(page) && tells(page, word));
    };
    const before = Object.keys(given).length > 0 ? [] : range(1, start.length - 1);
    if (!near.some(isAt) && !before.some(isBefore))
      complaints.push(`${placeOf(hit)} does not begin with "${shortened(snippet.trim())}"`);
    const [, number] = /^messages\/(\d+)$/.exec(path) ?? [];
    const message = number === undefined ? undefined : list[Number(number)];
    if (number !== undefined && (!message || lens.role(message) !== heading))
      complaints.push(`${path} is said to be of ${heading}`);
  }
  return complaints;
}

function kindsOf({ path, given }: PrintedHit): AddressKind[] {
  const [, root] = /^(messages|results|transcript)\//.exec(path) ?? [];
  const where = { messages: 'a message', results: 'a result', transcript: 'the transcript' } as const;
  return [
    `hit in ${root === undefined ? 'a file' : where[root as keyof typeof where]}`,
    ...(given.fromLine === undefined || given.fromLine === 1 ? [] : (['hit behind a line'] as const)),
    ...(given.fromCharacter === undefined ? [] : (['hit behind a character'] as const)),
  ];
}

const placeOf = ({ path, given }: PrintedHit): string => `${path} ${JSON.stringify(given)}`;

/** Whether a piece of a snippet identifies its place: it is long enough, or contains the searched word. */
const tells = (text: string, word: string): boolean => text.length >= TELLING || text.includes(bare(word));
