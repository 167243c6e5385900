// Status: where this memory runs and stores its data, and what leaves this machine: nothing, until an address is
// entered.
import { useEffect, useState } from 'preact/hooks';
import { useCell } from '../state/cell.ts';
import { foreignHosts } from '../state/meaning.ts';
import type { Stage } from '../state/stage.ts';
import { useWords } from '../words/words.ts';

export function StatusLine({ stage: { runtime, head, conversation, meaning } }: { readonly stage: Stage }) {
  const words = useWords();
  const { place, storage, reason } = useCell(runtime);
  const commit = useCell(head);
  const brain = useCell(conversation.brain);
  const model = useCell(meaning);
  const hosts = model ? foreignHosts(model, document.baseURI).join(', ') : '';
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(() => setOffline(true));
  }, []);
  return (
    <footer class="status" aria-label={words.status.label} data-testid="status">
      <span title={reason}>{words.status[place]}</span>
      <span>
        {words.status.storage} {words.status.storages[storage] ?? storage}
      </span>
      {commit !== undefined && (
        <span class="number">
          {words.status.head} {commit}
        </span>
      )}
      {isOffline && <span data-testid="offline-ready">✓ {words.status.offline}</span>}
      <span class="end">
        {brain.host !== undefined
          ? words.status.remote(brain.host)
          : hosts
            ? words.status.files(hosts)
            : words.status.local}
      </span>
    </footer>
  );
}
