// What is different in one message from the request before.
import type { Block } from '../../agent/request-record.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';
import { ChangeList } from '../change-list.tsx';
import { Dialog } from '../dialog.tsx';

export interface DifferenceDialogProps {
  readonly block: Block;
  readonly stage: Stage;
  readonly onClose: () => void;
}

export function DifferenceDialog({ block, stage, onClose }: DifferenceDialogProps) {
  const words = useWords();
  const { state, former, text, path } = block;
  const isSame = former === text;
  const verdict =
    state === 'hidden'
      ? words.difference.isHidden
      : isSame
        ? words.difference.same
        : former === undefined && words.difference.isNew;
  return (
    <Dialog heading={words.difference.heading} onClose={onClose}>
      <p class="hover-head">
        <span class={`key state-${state}`}>{words.states[state]}</span>
        {verdict && <span>{verdict}</span>}
        {path !== undefined && (
          <button
            type="button"
            class="plain"
            onClick={() => {
              stage.chosenFile.set(path);
              onClose();
            }}
          >
            {words.difference.at(path)}
          </button>
        )}
      </p>
      {isSame || state === 'hidden' ? (
        <pre class="whole" tabIndex={0}>
          {text}
        </pre>
      ) : (
        <ChangeList before={former ?? ''} after={text} label={words.difference.lines} />
      )}
    </Dialog>
  );
}
