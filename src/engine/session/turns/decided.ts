// Outcome of a command: a decision, or an error, which may stem from an outdated copy.
import type { Decision } from '../session-ports.ts';

type Decided<Result> =
  | { readonly decision: Decision<Result>; readonly refusal?: undefined }
  | { readonly decision: undefined; readonly refusal: unknown };

export function decided<Result>(decide: () => Decision<Result>): Decided<Result> {
  try {
    return { decision: decide() };
  } catch (refusal) {
    return { decision: undefined, refusal };
  }
}
