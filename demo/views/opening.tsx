// Page while the memory opens, and page for a memory that cannot be opened.
import { textOfError, type Words } from '../words/words.ts';

export const Opening = ({ words }: { readonly words: Words }) => (
  <main class="opening">
    <h1>{words.title}</h1>
    <p role="status">{words.loading}</p>
  </main>
);

export function CannotOpen({ words, error }: { readonly words: Words; readonly error: unknown }) {
  return (
    <main class="opening">
      <h1>{words.cannotOpen}</h1>
      <p role="alert">{textOfError(error, words)}</p>
    </main>
  );
}
