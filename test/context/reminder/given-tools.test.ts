// Abilities of a model by the tools that it is given.
import { describe, expect, it } from 'vitest';
import { givenTools } from '../../../src/context/reminder/given-tools.ts';

const named = (...names: readonly string[]) => givenTools(names.map((name) => ({ name }))).named;

describe('the tools that a notice names', () => {
  it('are `note` for writing, where it alone of this memory writes the overview', () => {
    expect(named('note', 'search').writer).toBe('note');
    for (const others of [['write'], ['edit'], ['write', 'edit']])
      expect(named('note', ...others).writer, others.join()).toBeUndefined();
    expect(named('search').writer).toBeUndefined();
    expect(named('write').writer).toBeUndefined();
  });

  it('are `read` and `search` for what is out of view, or else what the model has for it', () => {
    expect(named('recall', 'search', 'read').lookUp).toEqual(['read', 'search']);
    expect(named('search').lookUp).toEqual(['search']);
    expect(named('memory', 'recall').lookUp).toEqual(['recall', 'memory']);
    expect(named('note').lookUp).toEqual([]);
  });
});
