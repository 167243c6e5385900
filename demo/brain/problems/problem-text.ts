// Explains a missing answer to people and says what to do, in the language of the page.
import { BrainError, type BrainProblem } from '../brain.ts';

/** @returns a function that gives the text of a brain's error, and undefined for any other */
export async function loadProblemText(locale: 'en' | 'zh-CN'): Promise<(error: unknown) => string | undefined> {
  const { wording } = await (locale === 'en' ? import('./en.ts') : import('./zh.ts'));
  return (error) =>
    error instanceof BrainError
      ? (wording[error.problem.kind] as (problem: BrainProblem) => string)(error.problem)
      : undefined;
}
