// The package's inspector over the open session: contents and costs of requests, items, recall, files.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WmInspector } from 'working-memory/inspector-always';
import { useCell } from '../../state/cell.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';

export function InspectorPart({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const memory = useCell(stage.opened);
  const place = useRef<HTMLElement>(null);
  const [element, show] = useState<WmInspector>();
  useEffect(() => {
    const defined = import('working-memory/inspector-always').then(() => {
      const made = document.createElement('wm-inspector') as WmInspector;
      made.toggleAttribute('write', true);
      place.current?.append(made);
      show(made);
    });
    defined.catch(stage.notices.fail);
  }, []);
  useEffect(() => {
    if (element) element.memory = memory;
  }, [element, memory]);
  return <section class="part inspector" id="inspector" aria-label={words.inspector} ref={place} tabIndex={-1} />;
}
