// Progress of recall by meaning: a line that is always there, and below it downloads and errors.
import type { EmbeddingStatus } from 'working-memory';
import { useCell } from '../../state/cell.ts';
import { numbersOf } from '../../words/numbers.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords, type Words } from '../../words/words.ts';

export function MeaningLine({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const status = useCell(stage.embedding);
  return (
    <span class="quiet" role="status" title={status.model} data-testid="meaning-status" data-state={status.state}>
      {lineOf(status, words)}
    </span>
  );
}

function lineOf({ state, error, waiting }: EmbeddingStatus, { meaning }: Words): string {
  if (state === 'off') return meaning.byWords;
  if (state === 'idle') return meaning.ready;
  if (state === 'embedding') return meaning.embedding(waiting);
  if (error) return meaning.failed;
  return state === 'loading' ? meaning.loading : meaning.otherTab;
}

export function MeaningProgress({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const { state, waiting, stored, progress, error } = useCell(stage.embedding);
  return (
    <>
      {state === 'loading' && (
        <p class="meaning-progress" data-testid="meaning-progress">
          {/* Indeterminate without a value. */}
          <progress
            aria-label={words.meaning.loading}
            {...(progress?.total !== undefined && { max: progress.total, value: progress.loaded })}
          />
          {progress && (
            <span class="quiet number">
              {progress.file} · {numbers.bytes(progress.loaded)}
              {progress.total !== undefined && ` / ${numbers.bytes(progress.total)}`}
            </span>
          )}
        </p>
      )}
      {state === 'embedding' && (
        <p class="meaning-progress">
          <progress aria-label={words.meaning.embedding(waiting)} max={stored + waiting} value={stored} />
        </p>
      )}
      {error && (
        <div class="meaning-error">
          <p role="alert" tabIndex={0} data-testid="meaning-error">
            {words.libraryError(error.code, error.message)}
          </p>
          <button
            type="button"
            data-testid="meaning-again"
            onClick={() => void stage.memory().embedding.start().catch(stage.notices.fail)}
          >
            {words.meaning.again}
          </button>
          {error.retryAt !== undefined && (
            <span class="quiet number">
              {words.meaning.retryAt(new Date(error.retryAt).toLocaleTimeString(words.locale))}
            </span>
          )}
        </div>
      )}
    </>
  );
}
