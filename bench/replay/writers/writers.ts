// Scripts that decide when a run's model writes its overview, because recorded runs had no memory.
import { seeded } from '../../random.ts';
import { type Run, userTurns } from '../../../replay/chat.ts';
import type { Writer } from '../../../replay/writers/writer.ts';
import { seedOf } from '../../../replay/runs/seed.ts';

const TURNS = 3;
/** Model calls per write in runs with fewer turns than `TURNS`. */
const CALLS = 6;
/** Share of the reminders that a fallible model heeds. */
const HEEDED = 0.5;
/** Share of its model calls at which it writes unprompted. */
const UNPROMPTED = 0.03;

export const WRITERS = {
  /** Writes every third user turn, or every sixth call, whatever the request says. */
  overview: (run: Run): Writer =>
    userTurns(run.messages) < TURNS
      ? ({ call }) => call % CALLS === CALLS - 1
      : ({ turn, endsTurn }) => endsTurn && turn % TURNS === TURNS - 1,
  /** Writes rarely by itself, and after every second reminder; reminders do not change the draws. */
  fallible: (run: Run): Writer => {
    const [byItself, heeding] = [seeded(seedOf(`${run.id} by itself`)), seeded(seedOf(`${run.id} heeding`))];
    return ({ reminds }) => {
      const thinksOfIt = byItself.chance(UNPROMPTED);
      return (reminds && heeding.chance(HEEDED)) || thinksOfIt;
    };
  },
} as const;

export type WriterName = keyof typeof WRITERS;
