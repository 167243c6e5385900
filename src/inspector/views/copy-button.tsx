// A button that copies a text, and says so.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { errorText, useWords } from './language.ts';

export function CopyButton({ title, text }: { readonly title: string; readonly text: () => string }): JSX.Element {
  const words = useWords();
  const [said, say] = useState<string>();
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => say(words.copied),
      (error: unknown) => say(errorText(error)),
    );
  };
  return (
    <span class="line">
      <button type="button" onClick={copy}>
        {title}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
