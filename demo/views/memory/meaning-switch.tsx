// Switches recall by meaning on, after asking where the model comes from, and off.
import { useState } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';
import { Later } from '../later.tsx';

export function MeaningSwitch({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const isOn = useCell(stage.meaning) !== undefined;
  const [isAsking, ask] = useState(false);
  return (
    <>
      <button
        type="button"
        role="switch"
        class="switch end"
        aria-checked={isOn}
        title={words.meaning.hint}
        data-testid="meaning"
        onClick={() => {
          if (isOn) void stage.setMeaning(undefined).catch(stage.notices.fail);
          else ask(true);
        }}
      >
        {words.meaning.switch}
      </button>
      {isAsking && (
        <Later
          load={async () => (await import('./meaning-dialog.tsx')).MeaningDialog}
          props={{ stage, onClose: () => ask(false) }}
        />
      )}
    </>
  );
}
