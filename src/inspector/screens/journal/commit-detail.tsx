// One commit: its events, and the state after it, with texts as far as rows still hold them.
import type { JSX } from 'preact';
import { type CommitEntry, type StateAt, stateAt } from '../../figures/state-at.ts';
import type { Inspected } from '../../model/inspected.ts';
import { ShortTasks } from '../../model/short-tasks.ts';
import { useAnswer } from '../../views/follow.ts';
import { errorText, useWords } from '../../views/language.ts';
import { clock, count } from '../../views/show-in.ts';
import { WindowedTable } from '../../views/windowed-table.tsx';
import { Fork } from './fork.tsx';

interface CommitDetailProps {
  readonly entry: CommitEntry;
  readonly entries: readonly CommitEntry[];
  readonly inspected: Inspected;
}

/** Limit of the long tail; more would take long to unpack. */
const MOST_TAIL = 300;
const MOST_EVENTS = 100;

interface Then {
  readonly state: StateAt;
  readonly ids: readonly string[];
  readonly files: readonly (readonly [string, number])[];
  readonly texts: ReadonlyMap<string, string>;
}

async function stateThen(inspected: Inspected, entries: readonly CommitEntry[], head: number): Promise<Then> {
  const items = await inspected.items();
  const { hits } = await inspected.memory.items.remember('', { scope: 'tail', limit: MOST_TAIL, former: true });
  const texts = new Map([...hits.map(({ item }) => item), ...items].map(({ id, text }) => [id, text]));
  const present = {
    items: items.map(({ id }) => id),
    files: (await inspected.memory.files.list()).map(({ path, revision }) => [path, revision] as const),
    messages: await inspected.memory.transcript.count(),
  };
  const state = await new ShortTasks().through(stateAt(entries, head, present));
  return { state, ids: [...state.items], files: [...state.files], texts };
}

export function CommitDetail({ entry, entries, inspected }: CommitDetailProps): JSX.Element {
  const words = useWords();
  const { journal } = words;
  const { answer, error } = useAnswer(inspected, () => stateThen(inspected, entries, entry.head), [entries]);
  if (!answer) return <p class="quiet">{error ? words.failed(errorText(error)) : words.reading}</p>;
  const { state, ids, files, texts } = answer;
  const line = journal.stateLine(
    journal.extent(count(state.items.size, words), count(state.files.size, words), count(state.messages, words)),
    state.epoch === undefined ? '?' : count(state.epoch, words),
  );
  return (
    <>
      <h3>{journal.state(count(entry.head, words))}</h3>
      <p>{line}</p>
      <p class="quiet">
        {clock(entry.time, words)} · {words.items.step} {entry.step}
      </p>
      {state.isPartial && <p class="quiet">{journal.partial}</p>}
      <Fork inspected={inspected} entry={entry} state={state} isNewest={entry === entries.at(-1)} />
      <pre>{entry.events.slice(0, MOST_EVENTS).map((event) => `${JSON.stringify(event)}\n`)}</pre>
      {ids.length > 0 && (
        <WindowedTable
          caption={journal.itemsThen}
          rows={ids}
          keyOf={(id) => id}
          columns={[
            {
              title: words.text,
              look: 'wide',
              cell: (id) => texts.get(id) ?? <span class="quiet">{journal.gone}</span>,
            },
            { title: 'id', look: 'spare', cell: (id) => <span class="mono">{id}</span> },
          ]}
        />
      )}
      {files.length > 0 && (
        <WindowedTable
          caption={journal.filesThen}
          rows={files}
          keyOf={([path]) => path}
          columns={[
            { title: words.files.path, look: 'wide', cell: ([path]) => <span class="mono">{path}</span> },
            { title: words.files.revision, look: 'number', cell: ([, revision]) => count(revision, words) },
          ]}
        />
      )}
      <p class="quiet">{journal.rows}</p>
    </>
  );
}
