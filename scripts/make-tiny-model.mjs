// Writes a tiny but real embedding model for transformers.js (versions 2, 3 and 4) into a folder: config.json,
// tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx (onnx/model.onnx is the same). Nothing is
// downloaded, and every run writes the same bytes.
//
//   node scripts/make-tiny-model.mjs build/models/tiny
//
// A token's vector comes from a hash of its letters, so that texts that share words or beginnings of words are close
// and others are not; words of one row of MEANINGS are close without a shared letter. It is a model to test with: it
// says nothing about how well recall finds.
import { attribute, bytes, FLOAT, INT8, INT64, message, modelOf, node, tensor, value } from './tiny-models/onnx.mjs';
import { wordPieces } from './tiny-models/tokenizer.mjs';
import { writeModel } from './tiny-models/write-model.mjs';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder: node scripts/make-tiny-model.mjs build/models/tiny');

const DIMENSION = 64;
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

const MEANINGS = [
  'car cars automobile vehicle drive 车 驾',
  'coffee tea espresso drink drinks beverage 茶 啡 喝 饮',
  'dog puppy hound 狗 犬',
  'cat kitten feline 猫',
  'parrot bird canary 鸟 鹦',
  'deadline due release ship launch 期 布',
  'price cost money budget invoice 价 钱 费 票',
  'bug error crash failure broken 错 崩',
  'fix repair solve resolve 修 解',
  'meeting call appointment conference 会 议',
  'doctor physician hospital clinic 医 院',
  'holiday vacation trip travel 假 旅',
  'house home flat apartment 家 房',
  'child kid daughter son 孩 儿',
  'likes prefers loves enjoys favourite favorite 喜 爱',
  'password secret key credential 密',
  'fast quick rapid speed 快 速',
  'database storage index 库 存',
].map((row) => row.split(' '));

const FUNCTION_WORDS = (
  'a an the and or but not no of to in on at by for from with as is are was were be been it its this that these those ' +
  'i you he she we they me him her us them my your his our their do does did has have had will would can could should ' +
  'what who when where which why how there here so if then than about into over also just very ' +
  '的 了 是 在 我 你 他 她 它 们 这 那 有 和 与 也 不 就 都 吗 呢 吧 什 么 谁 怎 哪'
).split(' ');

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const MARKS = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).filter(
  (mark) => mark.toLowerCase() === mark,
);

/** Yields the 3,755 commonest Chinese characters: level 1 of GB 2312, rows 16 to 55. */
function* chineseCharacters() {
  const decoder = new TextDecoder('gbk');
  for (let row = 0xb0; row <= 0xd7; row++) {
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++) yield decoder.decode(Uint8Array.of(row, cell));
  }
}

const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const continued = [...MARKS.filter((mark) => /[a-z0-9]/.test(mark)), ...pairs].map((part) => `##${part}`);
const tokens = [
  ...new Set([
    ...SPECIAL,
    ...FUNCTION_WORDS,
    ...MEANINGS.flat(),
    ...MARKS,
    ...pairs,
    ...continued,
    ...chineseCharacters(),
  ]),
];

/**
 * Returns numbers around 0 with spread 1, the same for one name. Sums of uniform numbers, which are exact in every
 * engine.
 */
function directionOf(name) {
  let state = 0x811c9dc5;
  for (const unit of Buffer.from(name)) state = Math.imul(state ^ unit, 0x01000193);
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: DIMENSION }, () => {
    let sum = -6;
    for (let term = 0; term < 12; term++) sum += uniform();
    return sum;
  });
}

function weightOf(token) {
  if (SPECIAL.includes(token)) return 0.02;
  if (FUNCTION_WORDS.includes(token)) return 0.1;
  if (token.startsWith('##')) return 0.4;
  return /^[a-z]{1,2}$|^[^a-z\u4e00-\u9fff]$/.test(token) ? 0.5 : 1;
}

function vectorOf(token) {
  const own = directionOf(token);
  const meaning = MEANINGS.find((row) => row.includes(token));
  const shared = meaning && directionOf(`meaning of ${meaning[0]}`);
  const weight = weightOf(token);
  return own.map((value, index) => weight * (shared ? 0.4 * value + 0.9 * shared[index] : value));
}

/** Quantises to eight bits per number with one scale, as in a quantised model. */
function quantised(rows) {
  const largest = Math.max(...rows.map((row) => Math.max(...row.map(Math.abs))));
  return { codes: Int8Array.from(rows.flat(), (number) => Math.round((number * 127) / largest)), scale: largest / 127 };
}

const { codes, scale } = quantised(tokens.map(vectorOf));
const graph = message(
  ...[
    node('Gather', ['tokens', 'input_ids'], 'codes', attribute('axis', 0)),
    node('Cast', ['codes'], 'numbers', attribute('to', FLOAT)),
    node('Mul', ['numbers', 'scale'], 'vectors'),
    node('Cast', ['attention_mask'], 'mask', attribute('to', FLOAT)),
    node('Unsqueeze', ['mask', 'last'], 'column'),
    node('Mul', ['vectors', 'column'], 'last_hidden_state'),
  ].map((one) => bytes(1, one)),
  bytes(2, 'tiny'),
  bytes(5, tensor('tokens', [tokens.length, DIMENSION], INT8, codes)),
  bytes(5, tensor('scale', [1], FLOAT, new Uint8Array(Float32Array.of(scale).buffer))),
  bytes(5, tensor('last', [1], INT64, new Uint8Array(BigInt64Array.of(2n).buffer))),
  ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
    bytes(11, value(name, INT64, ['batch', 'length'])),
  ),
  bytes(12, value('last_hidden_state', FLOAT, ['batch', 'length', DIMENSION])),
);
const model = modelOf(graph);

const id = (token) => tokens.indexOf(token);
const special = (token) => ({ SpecialToken: { id: token, type_id: 0 } });
const named = (token) => [token, { id: token, ids: [id(token)], tokens: [token] }];

const files = {
  'config.json': {
    model_type: 'bert',
    architectures: ['BertModel'],
    hidden_size: DIMENSION,
    vocab_size: tokens.length,
    num_hidden_layers: 1,
    num_attention_heads: 1,
    max_position_embeddings: 512,
  },
  'tokenizer_config.json': {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 512,
    do_lower_case: true,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  },
  'tokenizer.json': wordPieces(tokens, SPECIAL, {
    type: 'TemplateProcessing',
    single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
    pair: [],
    special_tokens: Object.fromEntries([named('[CLS]'), named('[SEP]')]),
  }),
  'onnx/model_quantized.onnx': model,
  'onnx/model.onnx': model,
};

writeModel(folder, files);
