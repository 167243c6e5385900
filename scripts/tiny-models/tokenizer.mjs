// A tokenizer that knows the words it is given, as `tokenizer.json` describes one.

/**
 * @param tokens by their ids
 * @param special those of them that stand for no text
 * @param postProcessor what it puts around a text; null: nothing
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
