// A message as its session holds it: whole, or cut by a hard forget, dropped for its age.
import { REDACTED } from '../../tree/quotations/redaction.ts';
import type { Message } from '../../tree/transcript/transcript.ts';

/** False where something of it is gone, so that it cannot be compared with what was imported. */
export const isWhole = ({ redacted, dropped, name = '', text, results = [] }: Message): boolean =>
  !redacted && !dropped && ![name, text, ...results.map((result) => result.text)].some((one) => one.includes(REDACTED));
