// What the context refuses at the door.
export { invalidInput as invalid } from '../../errors.ts';
