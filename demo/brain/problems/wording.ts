// Type of the wording of missing answers, which each language implements.
import type { BrainProblem } from '../brain.ts';

export type ProblemWording = {
  readonly [Kind in BrainProblem['kind']]: (problem: Extract<BrainProblem, { kind: Kind }>) => string;
};

/** Returns a server's own words to append to a sentence, with a space before them. */
export const said = (words: string): string => (words === '' ? '' : ` ${words}`);
