// Tells an id that no item has from a text that was given in place of an id.
import { isWorkingMemoryError, type WorkingMemoryError } from '../../errors.ts';

/** Whether a call named an item by its text; an error then describes that text in words, where it would quote an id. */
export const namesItemByText = (error: WorkingMemoryError): boolean =>
  isWorkingMemoryError(error, 'not-found') && error.details.what === 'item' && error.details.name.includes(' ');
