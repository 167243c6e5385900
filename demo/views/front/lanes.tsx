// The same turns in three lanes: send everything, send what fits, and with the memory; with costs and known facts.
import { type Lane, LANES, type Told } from '../../agent/lanes/race.ts';
import { NOTHING_PAID, priceOf } from '../../agent/lanes/price.ts';
import { useCell } from '../../state/cell.ts';
import { type LanesState, verdicts } from '../../state/front/lanes.ts';
import { numbersOf } from '../../words/numbers.ts';
import { type FrontWords, useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';
import { Answers } from './answers.tsx';
import { FrontFrame } from './front-frame.tsx';
import { PromptStrata } from './prompt-strata.tsx';

export function LanesPage({ state }: { readonly state: LanesState }) {
  const { words, address, story, window } = state;
  const { lanes } = state.front;
  const numbers = numbersOf(words.locale);
  const told = useCell(state.told);
  const isShort = address.view === 'short';
  const size = numbers.whole(window);
  return (
    <FrontFrame of={state}>
      <main>
        <div class="front-claim">
          <h1>{isShort ? lanes.short : lanes.week}</h1>
          <p>{isShort ? lanes.shortAbout(size) : lanes.weekAbout(size)}</p>
        </div>
        <PromptStrata told={told} story={story} window={window} />
        <Controls state={state} told={told} />
        <div class="lanes">
          {LANES.map((lane) => (
            <LaneView key={lane} lane={lane} state={state} told={told} />
          ))}
        </div>
        <p class="quiet">{lanes.priceHint}</p>
        <Answers story={story} told={told} />
      </main>
    </FrontFrame>
  );
}

function Controls({ state, told }: { readonly state: LanesState; readonly told: readonly Told[] }) {
  const { locale } = useWords();
  const { lanes } = useFront();
  const numbers = numbersOf(locale);
  const isPlaying = useCell(state.isPlaying);
  const hasEnded = useCell(state.hasEnded);
  const last = told.at(-1);
  const share = last ? priceOf(last.paid.memory) / priceOf(last.paid.whole) : 0;
  const known = verdicts(state.story, told);
  const right = known.filter(({ memory }) => memory === 'right').length;
  const lost = known.filter(({ sliding }) => sliding === 'wrong').length;
  return (
    <div class="lanes-controls">
      {isPlaying ? (
        <button type="button" class="primary" data-testid="pause" onClick={state.pause}>
          {lanes.pause}
        </button>
      ) : (
        <button type="button" class="primary" data-testid="play" onClick={state.play}>
          {hasEnded ? lanes.again : lanes.play}
        </button>
      )}
      <p role="status">
        {hasEnded && last ? (
          <b data-testid="verdict">
            {state.address.view === 'short'
              ? lanes.notYet(share.toFixed(1), numbers.whole(last.listTokens))
              : lanes.need(numbers.percent(share), right, lost)}
          </b>
        ) : (
          <span class="number" data-testid="turn">
            {lanes.turn(told.length, state.story.turns.length)}
          </span>
        )}
      </p>
    </div>
  );
}

interface LaneProps {
  readonly lane: Lane;
  readonly state: LanesState;
  readonly told: readonly Told[];
}

function LaneView({ lane, state: { story, window }, told }: LaneProps) {
  const { locale } = useWords();
  const { lanes } = useFront();
  const numbers = numbersOf(locale);
  const last = told.at(-1);
  const paid = last?.paid[lane] ?? NOTHING_PAID;
  const price = priceOf(paid);
  const whole = priceOf(last?.paid.whole ?? NOTHING_PAID);
  const known = verdicts(story, told).map((one) => one[lane]);
  return (
    <section class={`lane lane-${lane}`} aria-label={lanes.names[lane]} data-testid={`lane-${lane}`}>
      <h2>{lanes.names[lane]}</h2>
      <p class="quiet lane-state">{stateOf(lane, told, window, lanes)}</p>
      <dl>
        <dt>{lanes.price}</dt>
        <dd class="lane-price number" data-testid={`price-${lane}`}>
          {numbers.short(price)}
        </dd>
        <dd class="quiet">
          {lane === 'whole' || whole === 0 ? '\u00a0' : lanes.ofWhole(numbers.percent(price / whole))}
        </dd>
        <dt>{lanes.tokens}</dt>
        <dd class="number">
          {numbers.short(paid.tokens)}{' '}
          <span class="quiet">
            {numbers.percent(paid.tokens === 0 ? 0 : paid.cached / paid.tokens)} {lanes.cached}
          </span>
        </dd>
        {story.asked.length > 0 && (
          <>
            <dt>{lanes.facts}</dt>
            <dd class="lane-facts" data-testid={`facts-${lane}`}>
              <span class="number">
                {known.filter((one) => one === 'right').length} / {story.asked.length}
              </span>
              <svg viewBox={`0 0 ${story.asked.length * 12} 10`} aria-hidden="true">
                {story.asked.map(({ turn }, at) => (
                  <circle key={turn} class={`fact fact-${known[at] ?? 'open'}`} cx={5 + at * 12} cy="5" r="4" />
                ))}
              </svg>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function stateOf(lane: Lane, told: readonly Told[], window: number, lanes: FrontWords['lanes']): string {
  const last = told.at(-1);
  if (!last) return '\u00a0';
  if (lane === 'memory') return last.hidden > 0 ? lanes.hidden(last.hidden) : lanes.fits;
  if (lane === 'sliding') return last.cutTurns > 0 ? lanes.cut(last.cutTurns) : lanes.fits;
  const full = told.findIndex(({ listTokens }) => listTokens > window);
  return full < 0 ? lanes.fits : lanes.full(full + 1);
}
