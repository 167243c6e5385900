// The kernel's error: `kernel-unavailable`.
import { WorkingMemoryError } from '../errors.ts';

/** @param reason a stable name for code, or the runtime's message */
export const kernelUnavailable = (
  reason: string,
  message: string,
  cause?: unknown,
): WorkingMemoryError<'kernel-unavailable'> =>
  new WorkingMemoryError('kernel-unavailable', message, { reason }, { cause });
