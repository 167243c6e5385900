// Vectors: a map in two dimensions, a question among the items, and the progress of the embedder.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { projection } from '../../figures/projection.ts';
import type { Inspected } from '../../model/inspected.ts';
import { ShortTasks } from '../../model/short-tasks.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { embedderLine } from '../../views/embedder-line.ts';
import { errorText, useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { share } from '../../views/show-in.ts';
import { WindowedTable } from '../../views/windowed-table.tsx';
import { ItemMap, type MappedItem } from './item-map.tsx';
import { type Likeness, likenessOf } from './likeness.ts';

interface DrawnMap {
  readonly mapped: readonly MappedItem[];
  readonly by: Likeness['by'];
  readonly all: number;
}

/** Limit of mapped items, each of which takes a question: more would keep an embedder busy for long. */
const MOST_MAPPED = 150;
const MOST_JOINED = 8;

async function drawnMap(inspected: Inspected): Promise<DrawnMap> {
  const all = await inspected.items();
  const items = all.slice(-MOST_MAPPED);
  const likeness = await likenessOf(inspected, items);
  const points = await new ShortTasks().through(projection(likeness.all, items.length));
  return {
    mapped: items.map((item, place) => ({ item, point: points[place] ?? { x: 0, y: 0 } })),
    by: likeness.by,
    all: all.length,
  };
}

export function VectorsScreen({ inspected }: ScreenProps): JSX.Element {
  const words = useWords();
  const { memory } = inspected;
  const [map, setMap] = useState<DrawnMap>();
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useState<string>();
  const [chosen, choose] = useState<string>();
  const [prompt, setPrompt] = useState('');
  const [joined, join] = useState<readonly string[]>([]);
  const status = memory.embedding.status();
  const draw = async (): Promise<void> => {
    setBusy(true);
    say(words.reading);
    await drawnMap(inspected).then(
      (drawn) => {
        setMap(drawn);
        join([]);
        say(undefined);
      },
      (error: unknown) => say(words.failed(errorText(error))),
    );
    setBusy(false);
  };
  const ask = async (): Promise<void> => {
    const { hits } = await memory.items.remember(prompt, { scope: 'items', limit: MOST_JOINED });
    join(hits.map(({ id }) => id));
    say(words.vectors.found(hits.length));
  };
  return (
    <div class="columns">
      <div class="column">
        <div class="lead">
          <button type="button" disabled={isBusy} onClick={() => void draw()}>
            {words.vectors.draw}
          </button>
          <form
            class="line"
            onSubmit={(event) => {
              event.preventDefault();
              void ask().catch((error: unknown) => say(words.failed(errorText(error))));
            }}
          >
            <label>
              <span>{words.recall.query}</span>
              <input value={prompt} onInput={({ currentTarget }) => setPrompt(currentTarget.value)} />
            </label>
            <button type="submit" disabled={!map || prompt === ''}>
              {words.vectors.ask}
            </button>
          </form>
          <span role="status">{said}</span>
        </div>
        {map && map.mapped.length > 2 ? (
          <ItemMap mapped={map.mapped} chosen={chosen} joined={joined} choose={choose} />
        ) : (
          <p class="stack quiet">{map ? words.vectors.few : ''}</p>
        )}
      </div>
      <Pane>
        <p>
          {embedderLine(status, words)} {status.model}
        </p>
        {map && (
          <>
            <p>{map.by === 'meaning' ? words.vectors.byMeaning : words.vectors.byWords}</p>
            <p class="quiet">{words.vectors.sample(map.mapped.length, map.all)}</p>
            <WindowedTable
              caption={words.vectors.table}
              rows={map.mapped}
              keyOf={({ item }) => item.id}
              chosen={chosen}
              onChoose={({ item }) => choose(item.id)}
              columns={[
                { title: words.text, look: 'wide', cell: ({ item }) => item.text },
                { title: words.vectors.x, look: 'number', cell: ({ point }) => share(point.x) },
                { title: words.vectors.y, look: 'number', cell: ({ point }) => share(point.y) },
              ]}
            />
          </>
        )}
        <p class="quiet">{words.vectors.noRead}</p>
      </Pane>
    </div>
  );
}
