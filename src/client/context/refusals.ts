// The error for invalid arguments of the context.
import { WorkingMemoryError } from '../../errors.ts';

export const invalid = (argument: string, expected: string, received: string): WorkingMemoryError =>
  new WorkingMemoryError('invalid-input', `${argument} must be ${expected}; got ${received}. Nothing was changed.`, {
    argument,
    expected,
    received,
  });
