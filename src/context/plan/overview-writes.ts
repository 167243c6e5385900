// The model's writes of overview.md as they stand in its calls: by this library's tools or by the app's own. Pure.
import { namesOverview, OVERVIEW } from '../../tree/paths.ts';
import type { SeenMessage } from '../view/history.ts';

export interface OverviewCall {
  /** Of the message that calls. */
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  /** The whole new text; undefined where the call changes a part of it. */
  readonly content: string | undefined;
}

const PATH_FIELDS = ['path', 'file', 'file_path', 'filePath', 'filename', 'fileName', 'target_file'];
const CONTENT_FIELDS = ['content', 'contents', 'text', 'file_text', 'fileText', 'body', 'code_edit'];
/** One of them in a call says that it changes a part of a file. */
const EDIT_FIELDS = [
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
/** How a result begins that says the call failed. */
const FAILED = /^[^\p{L}\p{N}]*(?:error|failed|failure|exception|not written|could not|cannot|未写入|错误|失败)/iu;

/**
 * The calls from message `from` on that changed overview.md, in order. Reading it is none; neither is a call that has
 * no result yet or whose result says that it failed (S001-52, 53, S003-54).
 */
export function overviewCalls(messages: readonly SeenMessage[], from: number): OverviewCall[] {
  const found: OverviewCall[] = [];
  for (let index = from; index < messages.length; index++) {
    for (const { id, name, arguments: json } of messages[index]?.calls ?? []) {
      const fields = fieldsOf(json);
      if (!fields || !PATH_FIELDS.some((field) => namesOverview(fields[field]))) continue;
      const isEdit = EDIT_FIELDS.some((field) => fields[field] !== undefined);
      const content = isEdit ? undefined : CONTENT_FIELDS.map((field) => fields[field]).find(isText);
      if (content === undefined && !isEdit) continue;
      const result = resultAfter(messages, index, id);
      if (result === undefined || saysFailure(result)) continue;
      found.push({ index, callId: id, tool: name, content });
    }
  }
  return found;
}

function resultAfter(messages: readonly SeenMessage[], index: number, callId: string): string | undefined {
  for (let later = index; later < messages.length; later++) {
    const result = messages[later]?.results?.find(({ id }) => id === callId);
    if (result) return result.text;
  }
  return undefined;
}

/** Many tools answer with an object that has a field for an error also where there is none. */
function saysFailure(result: string): boolean {
  const fields = objectIn(result);
  if (!fields) return FAILED.test(result);
  const { error, status, success, ok } = fields;
  return Boolean(error) || status === 'error' || success === false || ok === false;
}

function fieldsOf(json: string): Record<string, unknown> | undefined {
  // Most calls are about something else: not worth parsing.
  return json.includes(OVERVIEW) ? objectIn(json) : undefined;
}

function objectIn(json: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(json)) return undefined;
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
