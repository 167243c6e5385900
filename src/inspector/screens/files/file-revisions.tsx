// One file: its revisions, the text of one, the difference to another, and its restoring.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type DiffHunk, hunksOf, lineDiff } from '../../figures/line-diff.ts';
import type { Inspected } from '../../model/inspected.ts';
import { Act } from '../../views/act.tsx';
import { useAnswer } from '../../views/follow.ts';
import { errorText, useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { clock } from '../../views/show-in.ts';

interface FileRevisionsProps {
  readonly path: string;
  readonly inspected: Inspected;
}

const LINES_AROUND = 3;

export function FileRevisions({ path, inspected }: FileRevisionsProps): JSX.Element {
  const words = useWords();
  const [picked, pick] = useState<number>();
  const [other, compareWith] = useState<number>();
  const { files } = inspected.memory;
  const { answer, error } = useAnswer(inspected, async () => {
    const [former, current] = await Promise.all([files.history(path), files.read(path)]);
    return [...former, current];
  });
  const shown = answer?.find(({ revision }) => revision === picked) ?? answer?.at(-1);
  const place = shown && answer ? answer.indexOf(shown) : -1;
  const base = answer?.find(({ revision }) => revision === other) ?? answer?.[place - 1];
  const hunks = useMemo(
    () => (base && shown ? hunksOf(lineDiff(base.text, shown.text), LINES_AROUND) : undefined),
    [base?.text, shown?.text],
  );
  if (!answer || !shown) return <p class="stack quiet">{error ? words.failed(errorText(error)) : words.reading}</p>;
  const current = answer.at(-1);
  const options = answer.map(({ revision, updatedAt, source }) => (
    <option key={revision} value={revision}>
      {revision} · {clock(updatedAt, words)} · {source}
      {revision === current?.revision ? ` · ${words.files.current}` : ''}
    </option>
  ));
  return (
    <Pane>
      <h3 class="mono">{path}</h3>
      <Dots revisions={answer.map(({ revision }) => revision)} shown={shown.revision} base={base?.revision} />
      <div class="line">
        <label>
          <span>{words.files.revision}</span>
          <select value={shown.revision} onChange={({ currentTarget }) => pick(Number(currentTarget.value))}>
            {options}
          </select>
        </label>
        <label>
          <span>{words.files.compare}</span>
          <select
            value={base?.revision ?? ''}
            onChange={({ currentTarget }) => compareWith(Number(currentTarget.value))}
          >
            {!base && <option value="">–</option>}
            {options}
          </select>
        </label>
        {shown.revision !== current?.revision && (
          <Act
            inspected={inspected}
            title={words.files.restore(shown.revision)}
            work={() => files.restore(path, shown.revision)}
          />
        )}
      </div>
      <h3>{words.files.diff}</h3>
      {hunks ? <Hunks hunks={hunks} /> : <p class="quiet">{words.files.first}</p>}
      <h3>{words.files.text}</h3>
      <pre>{shown.text}</pre>
    </Pane>
  );
}

function Dots({
  revisions,
  shown,
  base,
}: {
  readonly revisions: readonly number[];
  readonly shown: number;
  readonly base: number | undefined;
}): JSX.Element {
  const { files } = useWords();
  return (
    <svg
      viewBox={`0 0 ${revisions.length * 14} 14`}
      height="14"
      width={revisions.length * 14}
      role="img"
      aria-label={`${files.revisions}: ${revisions.join(', ')}`}
    >
      <line class="now" x1="7" x2={revisions.length * 14 - 7} y1="7" y2="7" />
      {revisions.map((revision, place) => (
        <circle
          key={revision}
          class={revision === shown ? 'ink' : revision === base ? 'fresh' : 'cached'}
          cx={place * 14 + 7}
          cy="7"
          r="4"
        />
      ))}
    </svg>
  );
}

function Hunks({ hunks }: { readonly hunks: readonly DiffHunk[] }): JSX.Element {
  const { files } = useWords();
  if (!hunks.some(({ lines }) => lines.length > 0)) return <p class="quiet">{files.same}</p>;
  const signs = { same: ' ', added: '+', removed: '−' } as const;
  return (
    <div>
      {hunks.map(({ skipped, lines }, place) => (
        <div key={place}>
          {skipped > 0 && <p class="skip">{files.skipped(skipped)}</p>}
          {lines.map(({ kind, text }, line) => (
            <pre key={line} class={`diff ${kind}`}>
              {signs[kind]} {text}
            </pre>
          ))}
        </div>
      ))}
    </div>
  );
}
