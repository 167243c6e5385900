// The simulator: the visitor's transcript under four policies on one axis, with the facts that each would lose.
import { useRef } from 'preact/hooks';
import { answersIn, POLICIES, type Step } from '../../agent/replay/replay.ts';
import { useCell } from '../../state/cell.ts';
import { type Simulation, WINDOWS } from '../../state/front/simulation.ts';
import { numbersOf } from '../../words/numbers.ts';
import { useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';
import { FrontFrame } from '../front/front-frame.tsx';
import { useDrop } from '../front/use-drop.ts';
import { OptionsToCopy } from './options-to-copy.tsx';
import { PolicyLane } from './policy-lane.tsx';
import { LostFacts } from './lost-facts.tsx';
import { verdictOf } from './verdict.ts';

export function SimulatePage({ state }: { readonly state: Simulation }) {
  const { simulate } = state.front;
  const isOver = useDrop(state.drop);
  const chosen = useCell(state.chosen);
  return (
    <FrontFrame of={state} isOver={isOver}>
      <main>
        <div class="front-claim">
          <h1>{simulate.heading}</h1>
          <p>{simulate.about}</p>
        </div>
        <Source state={state} />
        {chosen && (answersIn(chosen.list).length > 0 ? <Result state={state} /> : <NoAnswers />)}
      </main>
    </FrontFrame>
  );
}

function Source({ state }: { readonly state: Simulation }) {
  const { simulate } = useFront();
  const file = useRef<HTMLInputElement>(null);
  const transcripts = useCell(state.transcripts);
  const chosen = useCell(state.chosen);
  return (
    <div class="simulate-source">
      <button type="button" class="primary" onClick={() => file.current?.click()}>
        {simulate.drop}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        data-testid="transcript"
        onChange={({ currentTarget }) => {
          void state.drop([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <button type="button" data-testid="take-week" onClick={() => void state.takeWeek()}>
        {simulate.week}
      </button>
      {transcripts.length > 1 && (
        <label>
          <span>{simulate.chat}</span>{' '}
          <select
            value={chosen ? transcripts.indexOf(chosen) : 0}
            onChange={({ currentTarget }) => {
              const one = transcripts[Number(currentTarget.value)];
              if (one) state.choose(one);
            }}
          >
            {transcripts.map(({ title, list }, at) => (
              <option key={at} value={at}>
                {title.slice(0, 60)} · {simulate.messages(list.length)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function NoAnswers() {
  const { simulate } = useFront();
  return (
    <p role="status" class="simulate-verdict" data-testid="verdict" data-ended>
      {simulate.noAnswers}
    </p>
  );
}

function Result({ state }: { readonly state: Simulation }) {
  const { locale } = useWords();
  const { simulate } = useFront();
  const numbers = numbersOf(locale);
  const steps = useCell(state.steps);
  const isBusy = useCell(state.isBusy);
  const window = useCell(state.window);
  const price = useCell(state.price);
  const last = steps.at(-1);
  return (
    <>
      <div class="simulate-sliders">
        <Slider
          label={simulate.window}
          value={WINDOWS.indexOf(window as (typeof WINDOWS)[number])}
          most={WINDOWS.length - 1}
          shown={simulate.tokens(numbers.short(window))}
          name="simulate-window"
          choose={(at) => state.setWindow(WINDOWS[at] ?? window)}
        />
        <Slider
          label={simulate.priceOf}
          value={price}
          least={0.25}
          most={20}
          step={0.25}
          shown={simulate.dollars(price.toFixed(2))}
          name="simulate-price"
          choose={state.setPrice}
        />
      </div>
      <p role="status" class="simulate-verdict" data-testid="verdict" data-ended={!isBusy && last !== undefined}>
        {isBusy || !last
          ? simulate.progress(steps.length, last?.requests)
          : verdictOf(steps, window, simulate, numbers)}
      </p>
      <div class="policies">
        {POLICIES.map((policy) => (
          <PolicyLane
            key={policy}
            policy={policy}
            steps={steps}
            window={window}
            price={price}
            top={topOf(steps, window)}
          />
        ))}
      </div>
      <p class="quiet">{simulate.method}</p>
      {last && <LostFacts steps={steps} state={state} />}
      {last && <OptionsToCopy window={window} />}
    </>
  );
}

/**
 * Returns the tokens that the height of every lane stands for: the sent ones, or the window above them, and the unsent.
 */
const topOf = (steps: readonly Step[], window: number): number =>
  Math.max(
    window,
    ...steps.flatMap(({ sent }) =>
      POLICIES.map((policy) => Math.max(window, sent[policy].tokens) + sent[policy].hidden),
    ),
  );

interface SliderProps {
  readonly label: string;
  readonly name: string;
  readonly value: number;
  readonly least?: number;
  readonly most: number;
  readonly step?: number;
  readonly shown: string;
  choose(value: number): void;
}

const Slider = ({ label, name, value, least = 0, most, step = 1, shown, choose }: SliderProps) => (
  <label class="slider">
    <span>{label}</span>
    <input
      type="range"
      data-testid={name}
      min={least}
      max={most}
      step={step}
      value={value}
      aria-valuetext={shown}
      onChange={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
    />
    <output class="number">{shown}</output>
  </label>
);
