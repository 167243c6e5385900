// What each language says about a brain that gives no answer.
import type { BrainProblem } from '../brain.ts';

export type ProblemWording = {
  readonly [Kind in BrainProblem['kind']]: (problem: Extract<BrainProblem, { kind: Kind }>) => string;
};

/** A server's own words, behind a sentence. */
export const said = (words: string): string => (words === '' ? '' : ` ${words}`);
