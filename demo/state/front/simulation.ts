// State of the simulator: the visitor's transcript replayed under four policies, with the sliders. Nothing is stored.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { PlainAgent } from '../../agent/lanes/plain-agent.ts';
import { replay, type Step } from '../../agent/replay/replay.ts';
import { TokenCounter } from '../../agent/token-counter.ts';
import type { ChatMessage } from '../../brain/brain.ts';
import { noChatText } from '../../files/no-chat.ts';
import { scriptedBrain } from '../../story/scripted-brain.ts';
import { week } from '../../story/week/week.ts';
import type { Transcript } from '../../talk/transcripts.ts';
import { type FrontWords, loadFrontWords } from '../../words/front.ts';
import type { Words } from '../../words/words.ts';
import type { Address } from '../address.ts';
import { type Cell, createCell } from '../cell.ts';
import { createNotices, type Notices } from '../notices.ts';
import { killableWorker } from '../worker/killable-worker.ts';

/** Windows, in tokens. */
export const WINDOWS = [4000, 8000, 16_000, 24_000, 32_000, 64_000, 128_000, 200_000] as const;
const FIRST_WINDOW = 24_000;
/** Dollars per million tokens of plain input. */
const FIRST_PRICE = 3;

export interface Simulation {
  readonly address: Address;
  readonly words: Words;
  readonly front: FrontWords;
  readonly notices: Notices;
  readonly transcripts: Cell<readonly Transcript[]>;
  readonly chosen: Cell<Transcript | undefined>;
  readonly window: Cell<number>;
  readonly price: Cell<number>;
  readonly steps: Cell<readonly Step[]>;
  /** Whether a file is being read or the transcript replayed. */
  readonly isBusy: Cell<boolean>;
  drop(files: readonly File[]): Promise<void>;
  /** Replays the scripted week, for visitors without a chat at hand. */
  takeWeek(): Promise<void>;
  choose(transcript: Transcript): void;
  setWindow(tokens: number): void;
  setPrice(dollars: number): void;
}

export async function openSimulation(address: Address, words: Words): Promise<Simulation> {
  const { language } = address;
  const front = await loadFrontWords(language);
  const notices = createNotices(words, noChatText(front));
  const transcripts = createCell<readonly Transcript[]>([]);
  const chosen = createCell<Transcript | undefined>(undefined);
  const window = createCell(FIRST_WINDOW);
  const price = createCell(FIRST_PRICE);
  const steps = createCell<readonly Step[]>([]);
  const isBusy = createCell(false);
  let running = new AbortController();

  const options = { locale: language, worker: killableWorker().start } as const;
  // A worker keeps memories until it ends, so each memory gets a session of its own.
  let opened = 0;
  const open = (tokens: number): Promise<WorkingMemory> =>
    openWorkingMemory({ ...options, session: `replay-${++opened}`, storage: 'memory', context: { window: tokens } });

  /** Replays the chosen transcript; aborts the previous replay, which had another window or chat. */
  async function tell(): Promise<void> {
    running.abort();
    const { signal } = (running = new AbortController());
    const transcript = chosen.get();
    steps.set([]);
    if (!transcript) return;
    isBusy.set(true);
    try {
      for await (const step of replay({ list: transcript.list, window: window.get(), open }, signal)) {
        steps.set([...steps.get(), step]);
      }
    } catch (error) {
      if (!signal.aborted) notices.fail(error);
    } finally {
      if (!signal.aborted) isBusy.set(false);
    }
  }

  const take = (found: readonly Transcript[]): void => {
    transcripts.set(found);
    chosen.set(found[0]);
    void tell();
  };

  async function read(task: () => Promise<readonly Transcript[]>): Promise<void> {
    isBusy.set(true);
    try {
      take(await task());
    } catch (error) {
      notices.fail(error);
      isBusy.set(false);
    }
  }

  return {
    address,
    words,
    front,
    notices,
    transcripts,
    chosen,
    window,
    price,
    steps,
    isBusy,
    drop: ([file]) =>
      file
        ? read(async () => (await import('../../talk/transcripts.ts')).transcriptsOf(file, options, () => {}))
        : Promise.resolve(),
    takeWeek: () =>
      read(async () => {
        const story = await week(language);
        return [{ title: story.title, list: await toldAlone(story, await open(FIRST_WINDOW)) }];
      }),
    choose(transcript) {
      chosen.set(transcript);
      void tell();
    },
    setWindow(tokens) {
      window.set(tokens);
      void tell();
    },
    setPrice: (dollars) => price.set(dollars),
  };
}

/** Returns the list of an agent without a memory after the whole story. */
async function toldAlone(
  story: Awaited<ReturnType<typeof week>>,
  memory: WorkingMemory,
): Promise<readonly ChatMessage[]> {
  try {
    const { system, appTools, turns } = story;
    const counter = new TokenCounter(memory);
    const agent = new PlainAgent({ system, appTools, brain: scriptedBrain(story), counter, window: Infinity });
    for (const turn of turns) await agent.say(turn, new AbortController().signal);
    return [{ role: 'system', content: system }, ...agent.list];
  } finally {
    await memory.close();
  }
}
