// Plays the story turn by turn and request by request, at the chosen speed.
import { retryLostWorker } from '../worker/retry-lost-worker.ts';
import { type Cell, createCell } from '../cell.ts';
import { atNextFrame } from '../next-frame.ts';
import type { Conversation } from './conversation.ts';
import { nextTurn, type Story } from '../../story/story.ts';

export const SPEEDS = ['1', '2', '4', 'top'] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Playing {
  readonly isPlaying: boolean;
  /** Whether a turn is in progress, possibly paused. */
  readonly isBusy: boolean;
  /** Number of turns begun. */
  readonly turn: number;
  readonly turns: number;
}

export interface Player {
  readonly state: Cell<Playing>;
  readonly speed: Cell<Speed>;
  play(): void;
  pause(): void;
  /** Plays up to the next answer. */
  step(): void;
  /** Plays a turn of the visitor's own. */
  say(text: string): void;
  /** Ends the current turn; it can be resumed. */
  stop(): Promise<void>;
  /** Delays the scripted brain before each answer. */
  pace(signal: AbortSignal): Promise<void>;
  /** Recounts the turns played so far. */
  recount(): void;
}

export interface PlayerOptions {
  readonly session: string;
  readonly story: Story;
  readonly conversation: () => Conversation;
  readonly fail: (error: unknown) => void;
  /** Called when another tab plays this session. */
  readonly onTaken: () => void;
}

/** Delay between two answers, ms. */
const DELAY: Record<Speed, number> = { '1': 1300, '2': 600, '4': 220, top: 0 };

export function createPlayer({ session, story, conversation, fail, onTaken }: PlayerOptions): Player {
  const state = createCell<Playing>({ isPlaying: false, isBusy: false, turn: 0, turns: story.turns.length });
  const speed = createCell<Speed>('2');
  let permits = 0;
  let release = (): void => {};
  let running: Promise<void> | undefined;
  let ending = new AbortController();

  const change = (part: Partial<Playing>): void => state.set({ ...state.get(), ...part });
  const recount = (): void => change({ turn: nextTurn(story, conversation().agent().messages) });

  const isHeld = (): boolean => !state.get().isPlaying && permits === 0;

  async function pace(signal: AbortSignal): Promise<void> {
    // Lets the page handle input and draw the last answer, at top speed as well.
    await new Promise<void>(atNextFrame);
    await wait(permits > 0 ? 0 : DELAY[speed.get()], signal);
    while (isHeld()) {
      await new Promise<void>((resolve, reject) => {
        release = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    }
    if (permits > 0) permits--;
  }

  /** Runs one task at a time, and in one tab only, because a session is one conversation. */
  function run(turns: (signal: AbortSignal) => Promise<void>): void {
    if (running) return;
    ending = new AbortController();
    const { signal } = ending;
    change({ isBusy: true });
    running = locked(`working-memory-demo/${session}`, () => turns(signal))
      .then((isOurs) => {
        if (!isOurs) onTaken();
      })
      .catch((error: unknown) => {
        if (!signal.aborted) fail(error);
      })
      .finally(() => {
        running = undefined;
        permits = 0;
        change({ isBusy: false, isPlaying: false });
        conversation().keep();
      });
  }

  /** Tells the story; a worker killed meanwhile costs only the call in progress. */
  const playOn = (signal: AbortSignal): Promise<void> => retryLostWorker(() => tell(signal));

  async function tell(signal: AbortSignal): Promise<void> {
    const agent = conversation().agent();
    await agent.resume({ signal });
    for (let turn = nextTurn(story, agent.messages); turn < story.turns.length; turn++) {
      if (isHeld()) return;
      if (permits > 0) permits--;
      change({ turn: turn + 1 });
      await agent.say(story.turns[turn] ?? '', { signal });
      if (state.get().isPlaying) await wait(DELAY[speed.get()], signal);
    }
  }

  return {
    state,
    speed,
    pace,
    recount,
    play() {
      change({ isPlaying: true });
      release();
      run(playOn);
    },
    pause: () => change({ isPlaying: false }),
    step() {
      change({ isPlaying: false });
      permits = 1;
      release();
      run(playOn);
    },
    say(text) {
      permits = Infinity;
      run(async (signal) => {
        await conversation().agent().resume({ signal });
        await conversation().agent().say(text, { signal });
      });
    },
    async stop() {
      change({ isPlaying: false });
      ending.abort(new DOMException('The visitor stopped this turn.', 'AbortError'));
      await running;
    },
  };
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** Runs a task under a lock; returns false, without running it, where another tab holds the lock. */
const locked = (name: string, task: () => Promise<void>): Promise<boolean> =>
  navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await task();
    return true;
  });
