// A new session that goes on from a commit: only where the inspector may write.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CommitEntry, StateAt } from '../../figures/state-at.ts';
import { type Extent, forkAt } from '../../model/fork-at.ts';
import type { Inspected } from '../../model/inspected.ts';
import { Act } from '../../views/act.tsx';
import { useWords } from '../../views/language.ts';
import { count } from '../../views/show-in.ts';

interface ForkProps {
  readonly inspected: Inspected;
  readonly entry: CommitEntry;
  readonly state: StateAt;
  readonly isNewest: boolean;
}

export function Fork({ inspected, entry, state, isNewest }: ForkProps): JSX.Element {
  const words = useWords();
  const { journal } = words;
  const { memory, canWrite } = inspected;
  const [name, setName] = useState('');
  const extent = ({ items, files, messages }: Extent): string =>
    journal.extent(count(items, words), count(files, words), count(messages, words));
  const work = async (): Promise<string> => {
    if (isNewest) return journal.forked((await memory.sessions.fork(name)).session);
    const { session, taken, missing } = await forkAt(memory, name, entry, state);
    const isWhole = Object.values(missing).every((lost) => lost === 0);
    return journal.forkedThen(session, extent(taken), isWhole ? undefined : extent(missing));
  };
  if (!canWrite) return <p class="quiet">{journal.forkAsk}</p>;
  return (
    <>
      <p class="quiet">{journal.forkNote}</p>
      <div class="line">
        <label>
          <span>{journal.forkName}</span>
          <input value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        <Act inspected={inspected} title={journal.fork} work={work} />
      </div>
    </>
  );
}
