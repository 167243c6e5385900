// Tokenizer over a fixed vocabulary, in the format of `tokenizer.json`.

/**
 * @param tokens tokens in the order of their ids
 * @param special tokens among them that stand for no text
 * @param postProcessor tokens to add around a text; null: none
 */
export const wordPieces = (tokens, special, postProcessor) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: special.map((content) => ({
    id: tokens.indexOf(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: postProcessor,
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(tokens.map((token, index) => [token, index])),
  },
});
