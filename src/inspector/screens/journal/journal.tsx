// The journal: every commit with its events in lanes, and the state after any of them.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Lane, LANES, lanesOf, typesOf } from '../../figures/lanes.ts';
import type { CommitEntry } from '../../figures/state-at.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useFollowed } from '../../views/follow.ts';
import { errorText, useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { clock, count } from '../../views/show-in.ts';
import { WindowedTable } from '../../views/windowed-table.tsx';
import { CommitDetail } from './commit-detail.tsx';

export function JournalScreen({ inspected }: ScreenProps): JSX.Element {
  const words = useWords();
  const { entries, error } = useFollowed(inspected.journal.read);
  const newestFirst = useMemo(
    () => entries.map((_, place) => entries[entries.length - 1 - place] as CommitEntry),
    [entries],
  );
  const [chosen, choose] = useState<number>();
  const shown = newestFirst.find(({ head }) => head === chosen);
  return (
    <div class="columns">
      <div class="column">
        <div class="lead">
          <ul class="key">
            {LANES.map((lane) => (
              <li key={lane}>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <circle class={COLOURS[lane]} cx="5" cy="5" r="4" />
                </svg>
                {words.journal.lanes[lane]}
              </li>
            ))}
          </ul>
          {error !== undefined && <span class="problem">{words.failed(errorText(error))}</span>}
        </div>
        <WindowedTable<CommitEntry>
          caption={words.journal.caption}
          rows={newestFirst}
          keyOf={({ head }) => String(head)}
          chosen={String(chosen)}
          onChoose={({ head }) => choose(head)}
          columns={[
            { title: words.journal.head, look: 'number', cell: ({ head }) => count(head, words) },
            {
              title: words.journal.lanesTitle,
              look: 'picture',
              cell: (entry) => <Dots entry={entry} />,
            },
            { title: words.journal.events, look: 'wide', cell: (entry) => <span class="mono">{typesOf(entry)}</span> },
            { title: words.time, look: 'time', cell: ({ time }) => clock(time, words) },
          ]}
        />
      </div>
      <Pane>
        {shown ? (
          <CommitDetail key={shown.head} entry={shown} entries={entries} inspected={inspected} />
        ) : (
          <p class="quiet">{words.journal.choose}</p>
        )}
      </Pane>
    </div>
  );
}

const COLOURS: Readonly<Record<Lane, string>> = {
  items: 'fresh',
  files: 'own',
  messages: 'cached',
  requests: 'recalled',
  vectors: 'group',
  session: 'ink',
};

function Dots({ entry }: { readonly entry: CommitEntry }): JSX.Element {
  const counts = lanesOf(entry);
  return (
    <svg viewBox="0 0 96 20" width="96" height="20" aria-hidden="true">
      {LANES.map((lane, place) => {
        const x = place * 16 + 8;
        return (
          <g key={lane}>
            <line class="now" x1={x} x2={x} y1="-4" y2="24" />
            {counts[lane] && (
              <circle class={COLOURS[lane]} cx={x} cy="10" r={Math.min(7, 3 + Math.sqrt(counts[lane]))} />
            )}
          </g>
        );
      })}
    </svg>
  );
}
