import { expect, it } from 'vitest';
import { checkName } from '../../src/tree/session-name.ts';

it('a session has a name of 1 to 200 characters', () => {
  expect(() => checkName('a'.repeat(200))).not.toThrow();
  expect(() => checkName('a'.repeat(201))).toThrow('must be a name of 1 to 200 characters');
  expect(() => checkName(' ')).toThrow('must be a name of 1 to 200 characters');
});
