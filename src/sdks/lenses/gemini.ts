// Gemini: contents hold parts; calls and results are parts, often without ids.
import type { Medium } from '../../context/media/medium.ts';
import type { Lens } from '../../context/view/lens.ts';
import { type Fields, fields, objects, string } from './fields.ts';
import { jsonText, jsonValue, lines, named } from './readable.ts';
import { roleIn, type Roles } from './roles.ts';

/** One part of a content, with the fields that are read. */
export interface GeminiPart {
  readonly text?: string | undefined;
  /** Whether the text is reasoning. */
  readonly thought?: boolean | undefined;
  readonly functionCall?: object | undefined;
  readonly functionResponse?: object | undefined;
  readonly inlineData?: object | undefined;
  readonly fileData?: object | undefined;
  readonly executableCode?: object | undefined;
  readonly codeExecutionResult?: object | undefined;
  /** Excluded: a part of the AI SDK, whose messages of a user interface hold parts as well. */
  readonly type?: never;
}

/** The fields that `gemini` reads. The SDK's `Content` is assignable. */
export interface GeminiContent {
  /** Role `user`, `model`, `function` or `system`; absent: the user's. `prepare` refuses any other. */
  readonly role?: string | undefined;
  readonly parts?: readonly GeminiPart[] | undefined;
  /** Excluded: all other formats. */
  readonly content?: never;
}

const ROLES: Roles = { system: 'system', user: 'user', model: 'assistant', function: 'tool' };

const partsOf = (content: Fields): readonly unknown[] => (Array.isArray(content.parts) ? content.parts : []);
const parts = (content: Fields): readonly Fields[] => objects(partsOf(fields(content)));

// Without an id, the name pairs call and result, and several calls with one name in a content are paired by their
// order.
function* identified(content: Fields, kind: 'functionCall' | 'functionResponse'): Generator<readonly [string, Fields]> {
  const named = new Map<string, number>();
  for (const part of parts(content)) {
    if (part[kind] === undefined || part[kind] === null) continue;
    const held = fields(part[kind]);
    const name = string(held.name);
    const count = (named.get(name) ?? 0) + 1;
    named.set(name, count);
    yield [string(held.id) || (count === 1 ? name : `${name}#${count}`), held];
  }
}

function mediumOf({ inlineData, fileData }: Fields): Medium | undefined {
  const held = fields(inlineData ?? fileData);
  if (inlineData === undefined && fileData === undefined) return undefined;
  const mediaType = string(held.mimeType);
  const kind = (['image', 'audio', 'video'] as const).find((each) => mediaType.startsWith(`${each}/`));
  return {
    kind: kind === 'image' ? 'picture' : kind === 'audio' ? 'sound' : (kind ?? 'file'),
    data: held.data ?? held.fileUri,
    mediaType,
  };
}

function partText(part: Fields): string {
  const { text, functionCall, functionResponse, executableCode, codeExecutionResult, inlineData, fileData } = part;
  if (functionCall !== undefined || functionResponse !== undefined) return '';
  if (typeof text === 'string') return text;
  const code = fields(executableCode).code ?? fields(codeExecutionResult).output;
  if (typeof code === 'string') return code;
  const held = fields(inlineData ?? fileData);
  return named({ ...held, mediaType: string(held.mimeType) });
}

/** Returns the text of a response; for `{ output }`, the form that the API recommends, the output alone. */
function responseText({ response, parts: seen }: Fields): string {
  const { output, ...rest } = fields(response);
  const text = typeof output === 'string' && Object.keys(rest).length === 0 ? output : jsonText(response ?? '');
  return lines([text, ...objects(seen).map(partText)]);
}

const lens: Lens<Fields> = {
  name: 'gemini',
  foreign: / (\.content|\.\.type|\.tool_calls|\.tool_call_id|\.call_id|\.callId|\.lc_kwargs) /,
  role(content) {
    const { role = 'user', parts: given } = fields(content);
    const known = Array.isArray(given) ? roleIn(ROLES, role) : undefined;
    const list = parts(content);
    const isAnswer = known === 'user' && list.length > 0 && list.every((part) => part.functionResponse !== undefined);
    return isAnswer ? 'tool' : known;
  },
  text: (content) => lines(parts(content).map(partText)),
  calls: (content) =>
    Array.from(identified(content, 'functionCall'), ([id, { name, args }]) => {
      return { id, name: string(name), arguments: jsonText(args ?? {}) };
    }),
  results: (content) =>
    Array.from(identified(content, 'functionResponse'), ([id, held]) => ({ id, text: responseText(held) })),
  write({ role, text, calls = [], results = [] }, toolOf) {
    const said = text === '' && calls.length + results.length > 0 ? [] : [{ text }];
    const called = calls.map(({ id, name, arguments: json }) => {
      return { functionCall: { id, name, args: jsonValue(json) } };
    });
    const answered = results.map(({ id, text: output }) => responseOf(id, toolOf(id), output));
    return [{ role: role === 'assistant' ? 'model' : 'user', parts: [...answered, ...said, ...called] }];
  },
  inject: (role, text) => ({ role, parts: [{ text }] }),
  append: (content, text) =>
    content.role === 'model' ? undefined : { ...content, parts: [...partsOf(content), { text }] },
  withResult(content, callId, text) {
    const ids = Array.from(identified(content, 'functionResponse'), ([id]) => id).values();
    const replaced = partsOf(content).map((part) => {
      const { functionResponse } = fields(part);
      if (functionResponse === undefined || functionResponse === null || ids.next().value !== callId) return part;
      const { parts: _, ...held } = fields(functionResponse);
      return { ...fields(part), functionResponse: { ...held, response: { output: text } } };
    });
    return { ...content, parts: replaced };
  },
  answer(content, callIds, text, next) {
    const names = new Map(Array.from(identified(content, 'functionCall'), ([id, held]) => [id, held] as const));
    const answers = callIds.map((id) => {
      const { id: given, name } = names.get(id) ?? {};
      return responseOf(string(given), string(name), text);
    });
    return [{ role: 'user', ...next, parts: [...answers, ...(next ? partsOf(next) : [])] }];
  },
  // The signature of a call stays: the API refuses one without it.
  withoutReasoning(content) {
    const kept = partsOf(content).filter((part) => fields(part).thought !== true);
    if (kept.length === partsOf(content).length) return content;
    return kept.length === 0 ? undefined : { ...content, parts: kept };
  },
  provider: 'gemini',
  media(content) {
    const results = identified(content, 'functionResponse');
    return parts(content).flatMap((part): Medium[] => {
      const medium = mediumOf(part);
      if (medium) return [medium];
      if (part.functionResponse === undefined || part.functionResponse === null) return [];
      const [callId, held] = results.next().value as readonly [string, Fields];
      return objects(held.parts).flatMap((each) => {
        const one = mediumOf(each);
        return one ? [{ ...one, callId }] : [];
      });
    });
  },
  withoutMedia(content, texts) {
    const all = texts.values();
    const text = (): string => all.next().value as string;
    const replaced = partsOf(content).map((given) => {
      const part = fields(given);
      if (mediumOf(part)) return { text: text() };
      const { parts: seen, ...held } = fields(part.functionResponse);
      if (objects(seen).every((each) => !mediumOf(each))) return given;
      const said = objects(seen).map((each) => (mediumOf(each) ? text() : partText(each)));
      const output = lines([responseText(held), ...said]);
      return { ...part, functionResponse: { ...held, response: { output } } };
    });
    return { ...content, parts: replaced };
  },
};

const responseOf = (id: string, name: string, output: string): Fields => {
  return { functionResponse: { ...(id !== '' && { id }), name, response: { output } } };
};

/**
 * Lens for `generateContent({ contents })` of `@google/genai`. Pass `config.systemInstruction` to `prepare` as
 * `system`.
 */
export const gemini = lens as Lens<object> as Lens<GeminiContent>;
