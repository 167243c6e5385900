// Outcome of a command: a decision, or an error, which may stem from an outdated copy.
import type { Decision } from '../session-ports.ts';

type Decided<Result, Sought> =
  | { readonly decision: Decision<Result, Sought>; readonly refusal?: undefined }
  | { readonly decision: undefined; readonly refusal: unknown };

export function decided<Result, Sought>(decide: () => Decision<Result, Sought>): Decided<Result, Sought> {
  try {
    return { decision: decide() };
  } catch (refusal) {
    return { decision: undefined, refusal };
  }
}
