// Shown until the memory is open, or when it cannot be opened.
import { isWorkingMemoryError } from 'working-memory';
import type { Words } from '../words/words.ts';

export const Opening = ({ words }: { readonly words: Words }) => (
  <main class="opening">
    <h1>{words.title}</h1>
    <p role="status">{words.loading}</p>
  </main>
);

export function CannotOpen({ words, error }: { readonly words: Words; readonly error: unknown }) {
  const detail = isWorkingMemoryError(error) || error instanceof Error ? error.message : String(error);
  return (
    <main class="opening">
      <h1>{words.cannotOpen}</h1>
      <p role="alert">{detail}</p>
    </main>
  );
}
