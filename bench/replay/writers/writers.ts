// When the model of a run writes its overview: scripts in place of a model, as recorded runs hold no memory.
import { seeded } from '../../random.ts';
import { type Run, userTurns } from '../../../replay/chat.ts';
import type { Writer } from '../../../replay/writers/writer.ts';
import { seedOf } from '../../../replay/runs/seed.ts';

const TURNS = 3;
/** For runs with fewer turns than that. */
const CALLS = 6;
/** Of the reminders that a fallible model gets. */
const HEEDED = 0.5;
/** Of its model calls: it thinks of it by itself. */
const UNPROMPTED = 0.03;

export const WRITERS = {
  /** Every third user turn, or every sixth call, whatever the request says. */
  overview: (run: Run): Writer =>
    userTurns(run.messages) < TURNS
      ? ({ call }) => call % CALLS === CALLS - 1
      : ({ turn, endsTurn }) => endsTurn && turn % TURNS === TURNS - 1,
  /** Seldom by itself, and after every second reminder: the same draws whether or not it is reminded. */
  fallible: (run: Run): Writer => {
    const [byItself, heeding] = [seeded(seedOf(`${run.id} by itself`)), seeded(seedOf(`${run.id} heeding`))];
    return ({ reminds }) => {
      const thinksOfIt = byItself.chance(UNPROMPTED);
      return (reminds && heeding.chance(HEEDED)) || thinksOfIt;
    };
  },
} as const;

export type WriterName = keyof typeof WRITERS;
