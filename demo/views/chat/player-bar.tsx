// Play, pause, step, speed: the controls of the story.
import { useCell } from '../../state/cell.ts';
import { type Speed, SPEEDS } from '../../state/conversation/player.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';

export function PlayerBar({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const { player, conversation, notices } = stage;
  const { isPlaying, isBusy, turn, turns } = useCell(player.state);
  const speed = useCell(player.speed);
  const brain = useCell(conversation.brain);
  const hasEnded = turn >= turns && !isBusy;
  return (
    <section class="player" aria-label={words.player.label} data-brain={brain.kind}>
      <div class="player-line">
        {isPlaying ? (
          <button type="button" class="primary play" data-testid="pause" onClick={player.pause}>
            <Icon path="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" /> {words.player.pause}
          </button>
        ) : (
          <button type="button" class="primary play" data-testid="play" disabled={hasEnded} onClick={player.play}>
            <Icon path="M8 5l11 7-11 7z" /> {words.player.play}
          </button>
        )}
        <button
          type="button"
          title={words.player.stepHint}
          data-testid="step"
          disabled={hasEnded || isPlaying}
          onClick={player.step}
        >
          <Icon path="M6 5l9 7-9 7zM16 5h3v14h-3z" /> {words.player.step}
        </button>
        <fieldset class="segments">
          <legend class="visually-hidden">{words.player.speed}</legend>
          {SPEEDS.map((name: Speed) => (
            <label key={name}>
              <input
                type="radio"
                name="speed"
                data-testid={`speed-${name}`}
                checked={speed === name}
                onChange={() => player.speed.set(name)}
              />
              <span>{words.player.speeds[name]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div class="progress">
        <progress max={turns} value={turn} aria-label={words.player.progress(turn, turns)} />
        <span class="number" data-testid="turn">
          {words.player.progress(turn, turns)}
        </span>
        <button
          type="button"
          class="plain"
          data-testid="restart"
          disabled={turn === 0}
          onClick={() => void stage.startOver().catch(notices.fail)}
        >
          {words.player.restart}
        </button>
      </div>
      {hasEnded && <p class="quiet">{words.player.ended}</p>}
    </section>
  );
}

const Icon = ({ path }: { readonly path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
