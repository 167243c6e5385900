// The words of the shown language, for every view.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { en } from '../words/en.ts';
import type { InspectorWords } from '../words/inspector-words.ts';

export const Language = createContext<InspectorWords>(en);

export const useWords = (): InspectorWords => useContext(Language);

/** Returns the message of an error. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
