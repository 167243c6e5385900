// The details beside a list: they scroll by keyboard too.
import type { ComponentChildren, JSX } from 'preact';
import { useWords } from './language.ts';

export function Pane({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { details } = useWords();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="stack" role="group" aria-label={details} tabIndex={0}>
      {children}
    </div>
  );
}
