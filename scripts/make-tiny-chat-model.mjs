// Writes a tiny but real text generation model for transformers.js (versions 3 and 4) into a folder. Downloads nothing,
// and writes the same bytes on every run.
//
//   node scripts/make-tiny-chat-model.mjs build/models/tiny-chat
//
// The next token depends on the last one alone: whatever the prompt, it says `it snows today.` For tests only.
import { attribute, bytes, FLOAT, INT64, message, modelOf, node, tensor, value } from './tiny-models/onnx.mjs';
import { wordPieces } from './tiny-models/tokenizer.mjs';
import { writeModel } from './tiny-models/write-model.mjs';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder: node scripts/make-tiny-chat-model.mjs build/models/tiny-chat');

const SPECIAL = ['[PAD]', '[UNK]', '[SYSTEM]', '[USER]', '[ASSISTANT]', '[END]'];
const SAID = ['[ASSISTANT]', 'it', 'snows', 'today', '.', '[END]'];
const tokens = [...SPECIAL, 'it', 'snows', 'today', '.'];
const id = (token) => tokens.indexOf(token);

const table = Float32Array.from({ length: tokens.length ** 2 }, (_, at) => {
  const [last, next] = [Math.floor(at / tokens.length), at % tokens.length];
  const step = SAID.indexOf(tokens[last]);
  return tokens[next] === (SAID[step + 1] ?? '[END]') ? 1 : 0;
});
const graph = message(
  bytes(1, node('Gather', ['table', 'input_ids'], 'logits', attribute('axis', 0))),
  // Names of the key-value cache; this model reads nothing but its length.
  bytes(1, node('Unsqueeze', ['logits', 'second'], 'present.0.key')),
  bytes(2, 'tiny'),
  bytes(5, tensor('second', [1], INT64, new Uint8Array(BigInt64Array.of(1n).buffer))),
  bytes(5, tensor('table', [tokens.length, tokens.length], FLOAT, new Uint8Array(table.buffer))),
  bytes(11, value('input_ids', INT64, ['batch', 'length'])),
  bytes(12, value('logits', FLOAT, ['batch', 'length', tokens.length])),
  bytes(12, value('present.0.key', FLOAT, ['batch', 1, 'length', tokens.length])),
);
const model = modelOf(graph);

writeModel(folder, {
  'config.json': {
    model_type: 'llama',
    architectures: ['LlamaForCausalLM'],
    hidden_size: 1,
    vocab_size: tokens.length,
    num_hidden_layers: 1,
    num_attention_heads: 1,
    num_key_value_heads: 1,
    max_position_embeddings: 2048,
    eos_token_id: id('[END]'),
    pad_token_id: id('[PAD]'),
  },
  'generation_config.json': { eos_token_id: id('[END]'), pad_token_id: id('[PAD]') },
  'tokenizer_config.json': {
    tokenizer_class: 'PreTrainedTokenizer',
    model_max_length: 2048,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    eos_token: '[END]',
    // Like the templates of many models, it refuses roles that do not alternate.
    chat_template:
      "{% for message in messages %}{% if message.role == 'user' and not loop.first and messages[loop.index0 - 1].role == 'user' %}" +
      "{{ raise_exception('Conversation roles must alternate') }}{% endif %}[{{ message.role | upper }}] {{ message.content }} " +
      '{% endfor %}{% if add_generation_prompt %}[ASSISTANT]{% endif %}',
  },
  'tokenizer.json': wordPieces(tokens, SPECIAL, null),
  'onnx/model_quantized.onnx': model,
  'onnx/model.onnx': model,
});
