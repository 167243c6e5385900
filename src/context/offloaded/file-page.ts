// Recognizes results of `read`: they are pages of a file, so their text need not be stored again. Pure.
//
// Two signs are required, the form of the answer and a call that names the same file. A page that is not recognized is
// stored twice, which only takes room; a text that is taken for a page by mistake would have no file at all.
import { pathPattern } from '../../tree/paths.ts';
import type { NewMessage, ToolResult } from '../../tree/transcript/transcript.ts';
import type { ResultStub } from '../compaction/compaction.ts';
import { callOf } from '../view/view.ts';

export type FilePage = Required<Pick<ResultStub, 'path' | 'lines'>>;

/** Matches the beginning of answers of `read`, in every language, and of Anthropic's `view`. */
const HEAD = new RegExp(
  String.raw`^(?:Here's the content of /memories/)?(${pathPattern()})(?:[,，] ?revision \d+[,，]| with line numbers:\n)`,
);
const NUMBERED = /^ *(\d+)\t/;

/** Returns the page that this result is; undefined for any other result. */
export function filePage(
  messages: readonly NewMessage[],
  index: number,
  { id, text }: ToolResult,
): FilePage | undefined {
  const path = HEAD.exec(text)?.[1];
  if (path === undefined || !isNamed(path, callOf(messages, index, id)?.arguments)) return undefined;
  const numbers = text.split('\n').flatMap((line) => NUMBERED.exec(line)?.[1] ?? []);
  const [first, last] = [numbers[0], numbers.at(-1)].map(Number);
  return first && last ? { path, lines: { first, last } } : undefined;
}

/** Whether the call names the file. Another tool may quote a page; then its call names another file, or none. */
function isNamed(path: string, json = ''): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    // Some models escape everything outside ASCII; parsing undoes that.
    return JSON.stringify(JSON.parse(json)).includes(name);
  } catch {
    return json.includes(name);
  }
}
