// Stand-in for the clients of several SDKs: answers with the request, so that a reader sees what a memory added to it.

const LONGEST = 400;

/** Returns the texts of the last message, where a memory adds its notes. */
const lastOf = (messages) => {
  const { content, parts } = messages.at(-1) ?? {};
  if (typeof content === 'string') return content;
  return (content ?? parts ?? []).map(({ text }) => text ?? '').join('\n');
};

const answerTo = (messages) =>
  `(no model answers here; it would have read ${messages.length} messages, the last of them:) ${lastOf(messages).slice(0, LONGEST)}`;

async function* inPieces(pieces) {
  yield* pieces;
}

function chat({ messages, stream }) {
  const content = answerTo(messages);
  const usage = { prompt_tokens: JSON.stringify(messages).length >> 2, completion_tokens: 1 };
  if (!stream) return { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }], usage };
  return inPieces([
    { choices: [{ index: 0, delta: { role: 'assistant', content } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage },
  ]);
}

function responses({ input, stream }) {
  const text = answerTo(input);
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output = [{ type: 'message', id: 'm1', role: 'assistant', status: 'completed', content }];
  const response = { status: 'completed', output, usage: { input_tokens: 1, output_tokens: 1 } };
  if (!stream) return response;
  return inPieces([
    { type: 'response.output_text.delta', delta: text },
    { type: 'response.output_item.done', item: output[0], output_index: 0 },
    { type: 'response.completed', response },
  ]);
}

function anthropic({ messages, stream }) {
  const text = answerTo(messages);
  const usage = { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  if (!stream) return { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn', usage };
  return inPieces([
    { type: 'message_start', message: { role: 'assistant', content: [], usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ]);
}

const gemini = ({ contents }) => ({
  candidates: [{ content: { role: 'model', parts: [{ text: answerTo(contents) }] }, finishReason: 'STOP' }],
});

export function standInModel() {
  const messages = { create: async (request) => anthropic(request) };
  return {
    chat: { completions: { create: async (request) => chat(request) } },
    responses: { create: async (request) => responses(request) },
    messages,
    beta: { messages },
    models: {
      generateContent: async (request) => gemini(request),
      generateContentStream: async (request) => inPieces([gemini(request)]),
    },
  };
}
