// Tells whether a session holds a message whole, or cut by a hard forget, or dropped for its age.
import { REDACTED } from '../../tree/quotations/redaction.ts';
import type { Message } from '../../tree/transcript/transcript.ts';

/** Whether nothing of the message is gone, so that it can be compared with the imported one. */
export const isWhole = ({ redacted, dropped, name = '', text, results = [] }: Message): boolean =>
  !redacted && !dropped && ![name, text, ...results.map((result) => result.text)].some((one) => one.includes(REDACTED));
