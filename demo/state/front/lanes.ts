// State of a conversation in three lanes, with its controls. Its memory lasts as long as the page.
import { openWorkingMemory } from 'working-memory';
import { type Lane, race, type Told } from '../../agent/lanes/race.ts';
import { scriptedBrain } from '../../story/scripted-brain.ts';
import { sessionOptions } from '../../story/session-options.ts';
import { shortChat, week, type Week } from '../../story/week/week.ts';
import type { Address } from '../address.ts';
import { type Cell, createCell } from '../cell.ts';
import { createNotices, type Notices } from '../notices.ts';
import { killableWorker } from '../worker/killable-worker.ts';
import { type FrontWords, loadFrontWords } from '../../words/front.ts';
import type { Words } from '../../words/words.ts';

/** Window of the sliding window and of the memory, in tokens. */
const WINDOW = 24_000;
/** Pauses for readability, ms: after a turn · after a question for a fact. */
const TURN_MS = 120;
const QUESTION_MS = 900;

export type Verdict = 'right' | 'wrong';

export interface LanesState {
  readonly address: Address;
  readonly words: Words;
  readonly front: FrontWords;
  readonly notices: Notices;
  readonly story: Week;
  readonly window: number;
  readonly told: Cell<readonly Told[]>;
  readonly isPlaying: Cell<boolean>;
  readonly hasEnded: Cell<boolean>;
  play(): void;
  pause(): void;
}

/** @param pace factor of the pauses; 0: none */
export async function openLanes(address: Address, words: Words, pace = 1): Promise<LanesState> {
  const { language } = address;
  const story = await (address.view === 'short' ? shortChat(language) : week(language));
  const notices = createNotices(words);
  const told = createCell<readonly Told[]>([]);
  const isPlaying = createCell(false);
  const hasEnded = createCell(false);
  const questions = new Set(story.asked.map(({ turn }) => turn));

  const playing = (): Promise<void> =>
    new Promise((resolve) => {
      const end = isPlaying.subscribe(() => {
        if (!isPlaying.get()) return;
        end();
        resolve();
      });
    });

  async function tell(): Promise<void> {
    const memory = await openWorkingMemory({
      ...sessionOptions(language),
      session: 'lanes',
      storage: 'memory',
      worker: killableWorker().start,
    });
    try {
      const options = { memory, ...story, brain: scriptedBrain(story), window: WINDOW };
      for await (const turn of race(options, new AbortController().signal)) {
        told.set([...told.get(), turn]);
        await new Promise((resolve) => setTimeout(resolve, pace * (questions.has(turn.turn) ? QUESTION_MS : TURN_MS)));
        if (!isPlaying.get()) await playing();
      }
    } finally {
      await memory.close();
    }
  }

  let running: Promise<void> | undefined;
  return {
    address,
    words,
    front: await loadFrontWords(language),
    notices,
    story,
    window: WINDOW,
    told,
    isPlaying,
    hasEnded,
    play() {
      isPlaying.set(true);
      if (running) return;
      told.set([]);
      hasEnded.set(false);
      running = tell()
        .then(() => hasEnded.set(true))
        .catch(notices.fail)
        .finally(() => {
          running = undefined;
          isPlaying.set(false);
        });
    },
    pause: () => isPlaying.set(false),
  };
}

/** Returns, for each question asked so far, whether each lane answered it right. */
export function verdicts({ asked }: Week, told: readonly Told[]): readonly Readonly<Record<Lane, Verdict>>[] {
  return asked.flatMap(({ turn, truth }) => {
    const answers = told[turn]?.answers;
    if (!answers) return [];
    const of = (lane: Lane): Verdict => (answers[lane].includes(truth) ? 'right' : 'wrong');
    return [{ whole: of('whole'), sliding: of('sliding'), memory: of('memory') }];
  });
}
