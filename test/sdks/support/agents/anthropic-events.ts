// Answers of Anthropic's Messages API as the events that stream them.

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'local', content: [], stop_reason: null };
const usage = { input_tokens: 1, cache_read_input_tokens: 20, output_tokens: 0 };
const start = { type: 'message_start', message: { ...message, usage } };
const end = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];
const block = (index: number, content_block: object, deltas: readonly object[]): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
export const thinking = block(0, { type: 'thinking', thinking: '', signature: '' }, [
  { type: 'thinking_delta', thinking: 'Look first.' },
  { type: 'signature_delta', signature: 'sealed' },
]);
export const call = (index: number, name: string, input: object): object[] =>
  block(index, { type: 'tool_use', id: `tool_${index}`, name, input: {} }, [
    { type: 'input_json_delta', partial_json: JSON.stringify(input).slice(0, 4) },
    { type: 'input_json_delta', partial_json: JSON.stringify(input).slice(4) },
  ]);
export const says = (text: string): object[] => [
  start,
  ...block(0, { type: 'text', text: '' }, [{ type: 'text_delta', text }]),
  ...end('end_turn'),
];
export const calls = (...made: readonly (readonly object[])[]): object[] => [
  start,
  ...thinking,
  ...made.flat(),
  ...end('tool_use'),
];
