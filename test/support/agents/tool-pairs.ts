// Provider rules for tool calls and results, checked on the sent messages without a lens.

type Raw = Readonly<Record<string, unknown>>;

interface Shape {
  /** Ids of the calls that a message opens. */
  readonly opens: (message: Raw) => readonly string[];
  /** Ids of the calls that a message answers. */
  readonly answers: (message: Raw) => readonly string[];
  /** Whether one message must contain all results. */
  readonly answersAtOnce?: true;
  /** Whether several messages may open the calls that belong together. */
  readonly callsOneByOne?: true;
}

const parts = ({ content }: Raw, type: string, id: string): string[] =>
  Array.isArray(content) ? content.filter((part: Raw) => part.type === type).map((part: Raw) => String(part[id])) : [];

const named = ({ parts: held }: Raw, kind: 'functionCall' | 'functionResponse'): string[] =>
  ((held ?? []) as Raw[]).flatMap((part) => (part[kind] ? [String((part[kind] as Raw).id)] : []));

const chat: Shape = {
  opens: ({ tool_calls }) => ((tool_calls ?? []) as Raw[]).map(({ id }) => String(id)),
  answers: ({ role, tool_call_id }) => (role === 'tool' ? [String(tool_call_id)] : []),
};

const SHAPES: Readonly<Record<string, Shape>> = {
  openaiChat: chat,
  openaiChatSingleSystem: chat,
  openaiResponses: {
    opens: ({ type, call_id }) => (type === 'function_call' ? [String(call_id)] : []),
    answers: ({ type, call_id }) => (type === 'function_call_output' ? [String(call_id)] : []),
    callsOneByOne: true,
  },
  anthropicMessages: {
    opens: (message) => parts(message, 'tool_use', 'id'),
    answers: (message) => parts(message, 'tool_result', 'tool_use_id'),
    answersAtOnce: true,
  },
  aiSdkPrompt: {
    opens: (message) => parts(message, 'tool-call', 'toolCallId'),
    answers: (message) => (message.role === 'tool' ? parts(message, 'tool-result', 'toolCallId') : []),
  },
  openaiAgents: {
    opens: ({ type, callId }) => (type === 'function_call' ? [String(callId)] : []),
    answers: ({ type, callId }) => (type === 'function_call_result' ? [String(callId)] : []),
    callsOneByOne: true,
  },
  gemini: {
    opens: (content) => named(content, 'functionCall'),
    answers: (content) => named(content, 'functionResponse'),
    answersAtOnce: true,
  },
  langchain: {
    opens: ({ tool_calls }) => ((tool_calls ?? []) as Raw[]).map(({ id }) => String(id)),
    answers: ({ type, tool_call_id }) => (type === 'tool' ? [String(tool_call_id)] : []),
  },
  plainMessages: { opens: () => [], answers: () => [] },
};

/** Returns a sentence for each call or result at a place that this format forbids. */
export function brokenPairs(format: string, messages: readonly object[]): string[] {
  const { opens, answers, answersAtOnce, callsOneByOne } = SHAPES[format] as Shape;
  const broken: string[] = [];
  const waiting = new Set<string>();
  let isAnswered = false;
  for (const [index, message] of (messages as readonly Raw[]).entries()) {
    const [opened, answered] = [opens(message), answers(message)];
    for (const id of answered)
      if (!waiting.delete(id)) broken.push(`message ${index} answers ${id}: no such call waits`);
    const goesOn = answered.length > 0 ? !answersAtOnce : callsOneByOne && opened.length > 0 && !isAnswered;
    if (waiting.size > 0 && !goesOn) {
      broken.push(`message ${index} comes before the result for ${[...waiting].join(', ')}`);
      waiting.clear();
    }
    isAnswered = answered.length > 0;
    for (const id of opened) waiting.add(id);
    if (isAnswered && !startsWithResults(message)) broken.push(`message ${index} has something before its results`);
  }
  if (waiting.size > 0) broken.push(`at the end there is no result for ${[...waiting].join(', ')}`);
  return broken;
}

/** Anthropic accepts results only before everything else in a message. */
function startsWithResults({ content }: Raw): boolean {
  if (!Array.isArray(content)) return true;
  const results = content.map(({ type }: Raw) => type === 'tool_result');
  return !results.includes(true) || results.indexOf(false) < 0 || results.lastIndexOf(true) < results.indexOf(false);
}
