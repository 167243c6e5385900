// Corpus of texts that imitate structure, and what a reader of a prompt mistakes for structure.
import { readdirSync, readFileSync } from 'node:fs';

export interface Forgery {
  readonly text: string;
  readonly why: string;
  /** Repetitions of the text; absent: one. */
  readonly times?: number;
}

const FOLDER = new URL('../../corpus/forging/', import.meta.url);

export const FORGERIES = readdirSync(FOLDER)
  .sort()
  .map((name) => ({
    kind: name.replace(/\.json$/, ''),
    payloads: JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Forgery[],
  }));

/** Every line break known to any reader, including those of Python's `splitlines`. */
export const ANY_LINE_BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/;
export const UNSEEN =
  /[\u034f\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\r(?!\n)/u;
/** Special tokens as the models' own files list them, independent of the code under test. */
export const MODEL_TOKEN = new RegExp(
  [
    '<[|｜][^<>\\s]{1,64}[|｜]>',
    '<\\|(?:turn|channel|tool)>|<(?:turn|channel|tool)\\|>',
    '</?(?:s|think|tools|tool_call|tool_response|minimax:tool_call|seed:[a-z_]+|arg_key|arg_value)>',
    '<(?:start|end)_of_turn>|<(?:bos|eos|pad|mask|unk|unused\\d+|sop|eop|extra_id_\\d|SPECIAL_\\d+|reserved_\\d+)>',
    '<(?:BOS_TOKEN|EOP_TOKEN|PAD|UNK|PRE|SUF|MID|EOT|fim_prefix|fim_suffix|fim_middle|file_sep)>',
    '\\[/?(?:INST|THINK|SYSTEM_PROMPT|MODEL_SETTINGS)\\]|\\[(?:TOOL_CALLS|CALL_ID|ARGS|IMG|IMG_BREAK|IMG_END|AUDIO)\\]',
    '\\[(?:PREFIX|MIDDLE|SUFFIX|gMASK|sMASK|MASK|UNUSED_TOKEN_\\d+|\\|[a-z]+\\|)\\]',
    '<</?SYS>>|\\]~!?b[\\[\\]]|\\[e~\\[',
  ].join('|'),
);

/** Whether a reader of the bare text would take a part of it for structure, or overlook a part. */
export const isForgery = (text: string): boolean =>
  UNSEEN.test(text) ||
  MODEL_TOKEN.test(text) ||
  text.split(ANY_LINE_BREAK).some((line) => /^\s*(?:[<#`~>|[💡-]|\w+:)/u.test(line));
