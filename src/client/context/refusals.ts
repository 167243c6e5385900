// The error for invalid arguments of the context.
export { invalidInput as invalid } from '../../errors.ts';
