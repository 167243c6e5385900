// Compares a request with the one before it. Pure.

export interface ComparedRequests {
  /** Number of equal messages at the beginning: a provider's cache may hold them. */
  readonly common: number;
  /** Messages of the request before, behind the common ones. */
  readonly gone: readonly unknown[];
  /** Messages of this request, behind the common ones. */
  readonly come: readonly unknown[];
}

export function comparedRequests(before: readonly unknown[], now: readonly unknown[]): ComparedRequests {
  let common = 0;
  while (common < before.length && common < now.length && isSame(before[common], now[common])) common++;
  return { common, gone: before.slice(common), come: now.slice(common) };
}

/** Whether two messages are equal. Most are the app's own objects, the same ones; added messages are written anew. */
const isSame = (one: unknown, other: unknown): boolean => one === other || jsonOf(one) === jsonOf(other);

/** Returns the message as a provider gets it; a message without a JSON form only by name. */
export function jsonOf(message: unknown, indent?: number): string {
  try {
    return JSON.stringify(message, undefined, indent) ?? String(message);
  } catch {
    return String(message);
  }
}

/** Returns the role and the text of a message of any format. */
export function outlineOf(message: unknown): { readonly role: string; readonly text: string } {
  const { role, type, content, parts, tool_calls: calls } = Object(message) as Readonly<Record<string, unknown>>;
  const said = [content ?? parts, calls].filter((one) => one !== undefined && one !== null);
  // The content is `null` where a message only calls tools.
  const text = textIn(said.length > 0 || content === null ? said : message);
  return { role: String(role ?? type ?? '?'), text: text.trim() };
}

function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).join(' ');
  const {
    text,
    content,
    output,
    result,
    name,
    toolName,
    function: called,
  } = Object(value) as Readonly<Record<string, unknown>>;
  const said = [text, content, output, result].find((one) => one !== undefined);
  if (said !== undefined) return textIn(said);
  const tool = toolName ?? name ?? (Object(called) as { readonly name?: unknown }).name;
  return typeof tool === 'string' ? `→ ${tool}` : typeof value === 'object' ? jsonOf(value) : '';
}
