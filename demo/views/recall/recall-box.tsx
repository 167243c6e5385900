// A question to the memory: what it finds, what each score is made of, and why something is not found.
import type { Hit, RecallResult, Scope, ScoreParts } from 'working-memory';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import { numbersOf } from '../../words/numbers.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords, type Words } from '../../words/words.ts';
import { MeaningLine, MeaningProgress } from './meaning-status.tsx';
import { MeaningSwitch } from './meaning-switch.tsx';

const SCOPES = ['all', 'items', 'tail', 'files', 'transcript'] as const satisfies readonly (Scope | 'files' | 'all')[];

export function RecallBox({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const question = useRef<HTMLInputElement>(null);
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('all');
  const [answer, setAnswer] = useState<RecallResult & { readonly prompt: string }>();
  const { state } = useCell(stage.embedding);
  const turn = useRef(0);

  async function ask(from: (typeof SCOPES)[number], prompt = question.current?.value.trim() ?? ''): Promise<void> {
    if (prompt === '') return;
    const mine = ++turn.current;
    try {
      const found = await stage.memory().items.remember(prompt, { scope: from, explain: true, limit: 8 });
      // A slower answer to an older question must not replace a newer one.
      if (mine === turn.current) setAnswer({ ...found, prompt });
    } catch (error) {
      stage.notices.fail(error);
    }
  }

  // What words alone have answered is asked again once meanings can be compared.
  useEffect(() => {
    if (state === 'idle' && answer?.mode === 'lexical') void ask(scope, answer.prompt);
  }, [state]);

  return (
    <section class="part recall" aria-labelledby="recall-heading" data-testid="recall">
      <header class="part-head">
        <h2 id="recall-heading">{words.recall.heading}</h2>
        <MeaningLine stage={stage} />
        <MeaningSwitch stage={stage} />
      </header>
      <MeaningProgress stage={stage} />
      <form
        class="recall-form"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(scope);
        }}
      >
        <input
          ref={question}
          type="text"
          aria-label={words.recall.ask}
          placeholder={words.recall.ask}
          data-testid="ask"
        />
        <select
          aria-label={words.recall.scope}
          value={scope}
          onChange={({ currentTarget }) => {
            const chosen = SCOPES.find((name) => name === currentTarget.value) ?? 'all';
            setScope(chosen);
            void ask(chosen);
          }}
        >
          {SCOPES.map((name) => (
            <option key={name} value={name}>
              {words.recall.scopes[name]}
            </option>
          ))}
        </select>
        <button type="submit" data-testid="ask-run">
          {words.recall.button}
        </button>
      </form>
      {answer && (
        <p class="quiet answer-mode" data-testid="mode" data-mode={answer.mode}>
          {words.meaning.modes[answer.mode]}
        </p>
      )}
      {answer && answer.hits.length === 0 && <p class="empty">{words.recall.nothing[answer.mode]}</p>}
      {answer && answer.hits.length > 0 && (
        <ol class="hits" tabIndex={0} aria-labelledby="recall-heading" data-testid="hits">
          {answer.hits.map((hit, index) => (
            <HitRow key={index} hit={hit} onOpen={(path) => stage.chosenFile.set(path)} />
          ))}
        </ol>
      )}
      {answer && <WhyNot stage={stage} prompt={answer.prompt} />}
    </section>
  );
}

function HitRow({ hit, onOpen }: { readonly hit: Hit; readonly onOpen: (path: string) => void }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const { score, parts, scope, path, archived } = hit;
  return (
    <li data-testid="hit">
      <p class="hit-head">
        <b class="number">{score.toFixed(2)}</b>
        <span class="tag">{words.recall.places[scope] ?? scope}</span>
        {path !== undefined && (
          <button type="button" class="plain" onClick={() => onOpen(path)}>
            {path}
          </button>
        )}
        {archived && <span class="tag tag-archived">{words.recall.archived}</span>}
        {parts && (
          <span class="quiet number parts-line">
            = {words.recall.parts.relevance} {numbers.fraction(parts.relevance)} × {words.recall.parts.decay}{' '}
            {numbers.fraction(parts.decay)} × {words.recall.parts.importanceWeight}{' '}
            {numbers.fraction(parts.importanceWeight)}
          </span>
        )}
      </p>
      {parts && <Signals parts={parts} words={words} />}
      <p class="snippet">{marked(hit)}</p>
    </li>
  );
}

/** What the relevance is made of: words, those around them, and what the vectors say. */
function Signals({ parts, words }: { readonly parts: ScoreParts; readonly words: Words }) {
  const { signals } = words.recall;
  const { dense, cosine } = parts;
  const lexical = (['text', 'window', 'group'] as const).flatMap((name) => {
    const value = parts[name];
    return value === undefined ? [] : [`${signals[name]} ${value.toFixed(2)}`];
  });
  return (
    <p class="quiet number parts-line">
      {lexical.join(' · ')}
      {dense !== undefined && cosine !== undefined && (
        <>
          {lexical.length > 0 && ' · '}
          <b data-testid="vector-part">
            {signals.dense} {dense.toFixed(2)} ({signals.cosine} {cosine.toFixed(2)})
          </b>
        </>
      )}
    </p>
  );
}

/** The snippet with the words of the question marked. */
function marked({ snippet, matches }: Pick<Hit, 'snippet' | 'matches'>) {
  let at = 0;
  const pieces = matches.flatMap(([start, end]) => {
    const before = snippet.slice(at, start);
    at = end;
    return [before, <mark key={start}>{snippet.slice(start, end)}</mark>];
  });
  return [...pieces, snippet.slice(at)];
}

function WhyNot({ stage, prompt }: { readonly stage: Stage; readonly prompt: string }) {
  const words = useWords();
  const items = useCell(stage.items.items);
  const departures = useCell(stage.items.departures);
  const [why, setWhy] = useState('');
  const choices = [...items, ...departures.filter(({ id }) => !items.some((item) => item.id === id))];
  if (choices.length === 0) return null;
  return (
    <div class="why-not">
      <select
        aria-label={words.recall.whyNotLabel}
        data-testid="why-not"
        onChange={({ currentTarget: { value } }) => {
          if (value === '') return setWhy('');
          stage
            .memory()
            .items.whyNot(value, prompt)
            .then(({ because }) => setWhy(words.recall.because[because]))
            .catch(stage.notices.fail);
        }}
      >
        <option value="">
          {words.recall.whyNot} ({words.recall.chooseItem})
        </option>
        {choices.map(({ id, text }) => (
          <option key={id} value={id}>
            {text.slice(0, 70)}
          </option>
        ))}
      </select>
      {why !== '' && (
        <p role="status" data-testid="why">
          {why}
        </p>
      )}
    </div>
  );
}
