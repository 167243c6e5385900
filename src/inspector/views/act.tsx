// A button that changes the memory, shown only where that is allowed, with the outcome beside it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Inspected } from '../model/inspected.ts';
import { errorText, useWords } from './language.ts';

interface ActProps {
  readonly inspected: Inspected;
  readonly title: string;
  /** Changes the memory. @returns the message when it is done; default the title */
  readonly work: () => Promise<unknown>;
}

export function Act({ inspected, title, work }: ActProps): JSX.Element | null {
  const words = useWords();
  const [said, say] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (!inspected.canWrite) return null;
  const act = async (): Promise<void> => {
    setBusy(true);
    const outcome = await work().then(
      (answer) => words.health.done(typeof answer === 'string' ? answer : title),
      (error: unknown) => errorText(error),
    );
    say(outcome);
    setBusy(false);
    inspected.changes.set(inspected.changes.get() + 1);
  };
  return (
    <span class="line">
      <button type="button" disabled={isBusy} onClick={() => void act()}>
        {title}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
