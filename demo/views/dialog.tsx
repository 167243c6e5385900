// A modal dialog with a heading; Escape, its button and a click beside it close it.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useWords } from '../words/words.ts';

export interface DialogProps {
  readonly heading: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ heading, onClose, children }: DialogProps) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Runs before the first frame; `useEffect` would run one frame later.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog">
        <div class="dialog-head">
          <h2 id={id}>{heading}</h2>
          <button type="button" class="plain" aria-label={words.close} onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
