// Finds the model's writes of overview.md in its tool calls, whether by this library's tools or by the app's. Apps name
// tools and fields as they like, so it recognizes the common names of both. Pure.
//
// A name that is missing here lets a write go unnoticed: the pinned overview stays old, and reminders go on. A name too
// many costs nothing, because the path must name overview.md as well.
import { namesOverview, OVERVIEW } from '../../tree/paths.ts';
import type { SeenMessage } from './history.ts';

export interface OverviewCall {
  /** Index of the message with the call. */
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  /** The whole new text; undefined for a partial edit. */
  readonly content: string | undefined;
}

export const PATH_FIELDS = ['path', 'file', 'file_path', 'filePath', 'filename', 'fileName', 'target_file'];
export const CONTENT_FIELDS = ['content', 'contents', 'text', 'file_text', 'fileText', 'body', 'code_edit'];
/** Fields of partial edits. Such a call does not hold the new text; the app's `onFile` returns the file afterwards. */
export const EDIT_FIELDS = [
  'find',
  'search',
  'old_string',
  'old_str',
  'oldText',
  'oldString',
  'edits',
  'diff',
  'patch',
  'insert_line',
  'insert_text',
];
/**
 * Matches the beginning of a failed call's result. At the beginning only: a file that was written may contain any of
 * these words.
 */
const FAILED =
  /^[^\p{L}\p{N}]*(error|failed|failure|exception|not written|not removed|could not|cannot|未写入|未删除|错误|失败)/iu;

/**
 * Returns the calls from message `from` on that changed overview.md, in order. Reads do not count, nor do calls without
 * a result or with one that reports a failure.
 */
export function overviewCalls(messages: readonly SeenMessage[], from: number): OverviewCall[] {
  const found: OverviewCall[] = [];
  for (let index = from; index < messages.length; index++) {
    for (const { id, name, arguments: json } of messages[index]?.calls ?? []) {
      if (isNote(name, json)) {
        const result = resultAfter(messages, index, id);
        if (result !== undefined && !saysFailure(result))
          found.push({ index, callId: id, tool: name, content: undefined });
        continue;
      }
      const fields = fieldsOf(json);
      if (!fields || !PATH_FIELDS.some((field) => namesOverview(fields[field]))) continue;
      const isEdit = EDIT_FIELDS.some((field) => fields[field] !== undefined);
      const content = isEdit ? undefined : CONTENT_FIELDS.map((field) => fields[field]).find(isText);
      // A path without a text: a read, or a call of a kind that changes nothing.
      if (content === undefined && !isEdit) continue;
      const result = resultAfter(messages, index, id);
      if (result === undefined || saysFailure(result)) continue;
      found.push({ index, callId: id, tool: name, content });
    }
  }
  return found;
}

/** This memory's tool that writes one section: it names no path, as it knows one file only. */
export const NOTE = 'note';
const isNote = (name: string, json: string): boolean => name === NOTE && typeof objectIn(json)?.section === 'string';

function resultAfter(messages: readonly SeenMessage[], index: number, callId: string): string | undefined {
  for (let later = index; later < messages.length; later++) {
    const result = messages[later]?.results?.find(({ id }) => id === callId);
    if (result) return result.text;
  }
  return undefined;
}

/**
 * Whether a result reports a failure. Many tools answer with an error field that is there, and empty, on success too.
 */
function saysFailure(result: string): boolean {
  const fields = objectIn(result);
  if (!fields) return FAILED.test(result);
  const { error, status, success, ok } = fields;
  return Boolean(error) || status === 'error' || success === false || ok === false;
}

function fieldsOf(json: string): Record<string, unknown> | undefined {
  // Most calls concern other files; a text search is cheaper than parsing them.
  return json.includes(OVERVIEW) ? objectIn(json) : undefined;
}

/**
 * Parses an object; undefined for any other text. Models write arguments that are no JSON, and most results are plain
 * text.
 */
function objectIn(json: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(json)) return undefined;
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
