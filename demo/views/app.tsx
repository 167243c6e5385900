// A session from the inside: the agent's conversation and files, beside the inspector of its memory.
import { useEffect, useState } from 'preact/hooks';
import type { Stage } from '../state/stage.ts';
import { WordsContext } from '../words/words.ts';
import { Chat } from './chat/chat.tsx';
import { Gauges } from './gauges/gauges.tsx';
import { InspectorPart } from './memory/inspector.tsx';
import { MemoryBar } from './memory/memory-bar.tsx';
import { NoticeLine } from './notice-line.tsx';
import { StatusLine } from './status-line.tsx';
import { Toolbar } from './toolbar.tsx';
import { Tree } from './files/tree.tsx';

const PARTS = ['chat', 'inspector', 'files'] as const;
type Part = (typeof PARTS)[number];

export function App({ stage }: { readonly stage: Stage }) {
  const { words } = stage;
  // A narrow page shows one part at a time; a wide one shows all.
  const [part, choose] = useState<Part>('chat');
  // Otherwise a file dropped elsewhere would replace the page.
  useEffect(() => {
    const keep = (event: Event): void => event.preventDefault();
    for (const type of ['dragover', 'drop']) addEventListener(type, keep);
  }, []);
  return (
    <WordsContext.Provider value={words}>
      <a class="skip" href="#inspector">
        {words.skip}
      </a>
      <div class="page" data-part={part}>
        <Toolbar stage={stage} />
        <Gauges stage={stage} />
        <MemoryBar stage={stage} />
        <main class="parts">
          <Chat stage={stage} />
          <Tree stage={stage} />
          <InspectorPart stage={stage} />
        </main>
        <StatusLine stage={stage} />
        <nav class="tabs" aria-label={words.tabs.label}>
          {PARTS.map((name) => (
            <button key={name} type="button" aria-pressed={part === name} onClick={() => choose(name)}>
              {words.tabs[name]}
            </button>
          ))}
        </nav>
      </div>
      <NoticeLine notices={stage.notices} />
    </WordsContext.Provider>
  );
}
