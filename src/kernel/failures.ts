// How the kernel fails: `kernel-unavailable`.
import { WorkingMemoryError } from '../errors.ts';

/** @param reason a stable name for code, or what the runtime said */
export const kernelUnavailable = (
  reason: string,
  message: string,
  cause?: unknown,
): WorkingMemoryError<'kernel-unavailable'> =>
  new WorkingMemoryError('kernel-unavailable', message, { reason }, { cause });
