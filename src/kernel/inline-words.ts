// The kernel without vectors, for the worker; a session with an embedder brings the whole one.
import { bytesOfText } from './wasm-bytes.ts';
import { wordsText } from './words-text.ts';

export const inlineWordsKernel = (): Uint8Array<ArrayBuffer> => bytesOfText(wordsText);
