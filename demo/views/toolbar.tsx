// The page's name and its buttons.
import { useState } from 'preact/hooks';
import { useCell } from '../state/cell.ts';
import type { Stage } from '../state/stage.ts';
import { useWords } from '../words/words.ts';
import { Later } from './later.tsx';
import { Brand, PageButtons } from './page-buttons.tsx';

export function Toolbar({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const brain = useCell(stage.conversation.brain);
  const [isChoosing, choose] = useState(false);
  const { address, notices } = stage;

  return (
    <header class="toolbar">
      <Brand address={address}>
        <h1>{words.title}</h1>
        <p>{words.tagline}</p>
      </Brand>
      <nav aria-label={words.toolbar.label}>
        <button type="button" data-testid="brain" onClick={() => choose(true)}>
          {words.toolbar.brain}: <b>{brain.kind === 'scripted' ? words.brain.scripted : brain.name}</b>
        </button>
        <button
          type="button"
          title={words.toolbar.killHint}
          data-testid="kill"
          onClick={() => void stage.killWorker().catch(notices.fail)}
        >
          {words.toolbar.kill}
        </button>
        <a class="button" href={location.href} target="_blank" rel="noopener" title={words.toolbar.secondTabHint}>
          {words.toolbar.secondTab}
        </a>
        <PageButtons address={address} />
      </nav>
      {isChoosing && (
        <Later
          load={async () => (await import('./brain-dialog.tsx')).BrainDialog}
          props={{ stage, onClose: () => choose(false) }}
        />
      )}
    </header>
  );
}
