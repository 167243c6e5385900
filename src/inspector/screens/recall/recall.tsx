// Recall: each score as a bar of its parts, the reason why an item is no hit, and the rank by words alone.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Hit, RecallResult } from '../../../api/recall.ts';
import type { Inspected } from '../../model/inspected.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { errorText, useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { share } from '../../views/show-in.ts';
import { WindowedTable } from '../../views/windowed-table.tsx';
import { ScoreBar, ScoreKey } from './score-bar-view.tsx';
import { WhyNotForm } from './why-not-form.tsx';

const SCOPES = { both: ['items', 'tail'], files: 'files', transcript: 'transcript', all: 'all' } as const;
export type AskedScope = keyof typeof SCOPES;

interface Asked {
  readonly prompt: string;
  readonly scope: AskedScope;
  readonly result?: RecallResult;
  /** Answer without meaning, where `result` has it. */
  readonly byWords?: RecallResult;
  readonly error?: unknown;
}

const MOST_HITS = 50;

const ask = async ({ memory, timings }: Inspected, prompt: string, scope: AskedScope): Promise<Asked> => {
  const options = { scope: SCOPES[scope], limit: MOST_HITS, explain: true } as const;
  try {
    // The typed forms of the call tell item scopes from others; the answer is a result of hits either way.
    const search = memory.files.search.bind(memory.files);
    const result = await timings.timed('files.search', () => search(prompt, options));
    if (result.mode === 'lexical') return { prompt, scope, result };
    return { prompt, scope, result, byWords: await search(prompt, { ...options, meaning: false }) };
  } catch (error) {
    return { prompt, scope, error };
  }
};

export function RecallScreen({ inspected }: ScreenProps): JSX.Element {
  const words = useWords();
  const [asked, setAsked] = useState<Asked>();
  const [chosen, choose] = useState<string>();
  const [byWords, setByWords] = useState(false);
  const { result, error } = asked ?? {};
  const compared = asked?.byWords;
  const shownResult = byWords && compared ? compared : result;
  const hits = (shownResult?.hits ?? []).map((hit, place): HitRow => ({ hit, place }));
  const best = Math.max(0, ...hits.map(({ hit }) => hit.score));
  const ranks = new Map(compared?.hits.map((hit, place) => [addressOf(hit), place + 1]));
  const withMeaning = new Map(result?.hits.map((hit, place) => [addressOf(hit), place + 1]));
  const shown = hits.find((row) => keyOf(row) === chosen)?.hit;
  return (
    <div class="columns">
      <div class="column">
        <form
          class="lead"
          onSubmit={(event) => {
            event.preventDefault();
            const given = new FormData(event.currentTarget);
            const scope = (given.get('scope') ?? 'both') as AskedScope;
            void ask(inspected, String(given.get('prompt') ?? ''), scope).then(setAsked);
          }}
        >
          <label class="grow">
            <span>{words.recall.query}</span>
            <input type="search" name="prompt" />
          </label>
          <label>
            <span>{words.recall.scope}</span>
            <select name="scope">
              {(Object.keys(SCOPES) as AskedScope[]).map((name) => (
                <option key={name} value={name}>
                  {words.recall.scopes[name]}
                </option>
              ))}
            </select>
          </label>
          <button type="submit">{words.recall.ask}</button>
          <label>
            <input
              disabled={!compared}
              type="checkbox"
              checked={byWords}
              onChange={({ currentTarget }) => setByWords(currentTarget.checked)}
            />
            <span>{words.recall.without}</span>
          </label>
          <span role="status">
            {shownResult &&
              words.recall.answer(hits.length, words.recall.modes[shownResult.mode], share(shownResult.confidence))}
            {error !== undefined && words.failed(errorText(error))}
          </span>
        </form>
        <WindowedTable
          caption={words.recall.hits}
          rows={hits}
          keyOf={keyOf}
          chosen={chosen}
          onChoose={(row) => choose(keyOf(row))}
          chooser={1}
          columns={[
            { title: words.recall.score, look: 'picture', cell: ({ hit }) => <ScoreBar hit={hit} best={best} /> },
            { title: words.text, look: 'wide', cell: ({ hit }) => <Marked hit={hit} /> },
            {
              title: words.recall.rank,
              look: compared ? 'number' : 'extra number',
              cell: ({ hit }) => withMeaning.get(addressOf(hit)) ?? '–',
            },
            ...(compared
              ? [
                  {
                    title: words.recall.byWords,
                    look: 'number' as const,
                    cell: ({ hit }: HitRow) => ranks.get(addressOf(hit)) ?? '–',
                  },
                ]
              : []),
            { title: words.recall.scope, look: 'spare', cell: ({ hit }) => hit.scope },
          ]}
        />
      </div>
      <Pane>
        <ScoreKey />
        {shown && <HitDetail hit={shown} best={best} />}
        {result?.mode === 'lexical' && <p class="quiet">{words.recall.noMeaning}</p>}
        {asked && <WhyNotForm inspected={inspected} prompt={asked.prompt} chosen={shown?.id} />}
        <p class="quiet">{words.recall.counted}</p>
      </Pane>
    </div>
  );
}

interface HitRow {
  readonly hit: Hit;
  /** Place among the hits, 0 = best. */
  readonly place: number;
}

/** Identifies the same text in two answers. */
const addressOf = (hit: Hit): string => [hit.scope, hit.id, hit.path, hit.message, hit.heading].join(' ');

const keyOf = ({ hit, place }: HitRow): string => `${place} ${addressOf(hit)}`;

function Marked({ hit }: { readonly hit: Hit }): JSX.Element {
  const pieces: (string | JSX.Element)[] = [];
  let from = 0;
  for (const [start, end] of hit.matches) {
    pieces.push(hit.snippet.slice(from, start), <mark key={start}>{hit.snippet.slice(start, end)}</mark>);
    from = end;
  }
  return (
    <>
      {pieces}
      {hit.snippet.slice(from)}
    </>
  );
}

function HitDetail({ hit, best }: { readonly hit: Hit; readonly best: number }): JSX.Element {
  const { recall } = useWords();
  const { parts } = hit;
  return (
    <>
      <p class="said">
        <Marked hit={hit} />
      </p>
      <ScoreBar hit={hit} best={best} isLarge />
      {parts && (
        <>
          <p>{recall.factors(share(parts.relevance), share(parts.decay), share(parts.importanceWeight))}</p>
          <table class="facts">
            <caption class="unseen">{recall.score}</caption>
            <tbody>
              {Object.entries(parts).map(([name, value]) =>
                value === undefined ? null : (
                  <tr key={name}>
                    <th scope="row" class="mono">
                      {name}
                    </th>
                    <td>{share(value)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}
