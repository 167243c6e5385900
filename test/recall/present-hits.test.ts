// Presentation of hits: snippets, where to read on, duplicates of several scopes.
import { describe, expect, it } from 'vitest';
import type { HitAddress } from '../../src/recall/hit-address.ts';
import { presentHits } from '../../src/recall/present-hits.ts';

const hit = (id: string): { readonly hit: HitAddress; readonly text: string } => ({
  hit: { scope: 'items', id },
  text: `The harbour office of ${id} closes at noon.`,
});
/** Its words come once each, so that a passage stands at one place. */
const long = (before: number): string =>
  `${Array.from({ length: before }, (_, at) => `lamp ${at}. `).join('')}The harbour closes at noon.${' green chairs'.repeat(60)}`;

describe('hits', () => {
  it('keep their order and are as many as asked for', () => {
    const found = ['Lisbon', 'Porto', 'Faro'].map(hit);
    expect(presentHits(found, 'harbour', 2, 'english').map(({ id }) => id)).toEqual(['Lisbon', 'Porto']);
    expect(presentHits([], 'harbour', 2, 'english')).toEqual([]);
  });

  it('show where the words of the prompt stand', () => {
    const [one] = presentHits([hit('Lisbon')], 'harbour', 1, 'english');
    expect(one?.snippet).toBe('The harbour office of Lisbon closes at noon.');
    expect(one?.matches).toEqual([[4, 11]]);
    expect(one).not.toHaveProperty('opens');
  });

  it('tell line and character of the text that holds the passage', () => {
    const text = `one\ntwo\n${long(40)}`;
    const [one] = presentHits(
      [{ hit: { scope: 'detail', path: 'detail/a.md' }, text, opened: [{ path: 'detail/a.md', text }] }],
      'harbour noon',
      1,
      'english',
    );
    const { line, character, path } = one?.opens ?? { line: 0, character: 0, path: '' };
    expect([path, line]).toEqual(['detail/a.md', 3]);
    const shown = one?.snippet.replaceAll('…', '') ?? '';
    expect(text.split('\n')[line - 1]?.slice(character - 1)).toMatch(new RegExp(`^${shown.slice(0, 20)}`));
    expect(Object.keys(one ?? {})).toContain('opens');
  });

  it('tell the place in a part that begins behind others', () => {
    const later = long(40);
    const parts = [
      { path: 'messages/4', text: 'a lamp' },
      { path: 'results/4.0', text: `x\n${later}`, start: 2 },
    ];
    const text = `a lamp\n${later}`;
    const [one] = presentHits(
      [{ hit: { scope: 'transcript', message: 4 }, text, opened: parts }],
      'harbour',
      1,
      'english',
    );
    const shown = one?.snippet.replaceAll('…', '').slice(0, 20) ?? 'none';
    expect(later.indexOf(shown), 'behind its beginning').toBeGreaterThan(9);
    expect(one?.opens).toEqual({ path: 'results/4.0', line: 2, character: later.indexOf(shown) + 1 });
  });

  it('tell of several parts the one that shows most of the prompt’s words', () => {
    const parts = [
      { path: 'messages/4', text: 'a harbour' },
      { path: 'results/4.0', text: `${'x'.repeat(10)}the harbour office closes at noon`, start: 10 },
      { path: 'results/4.1', text: 'an office' },
    ];
    const text = parts.map((part) => part.text.slice(part.start ?? 0)).join('\n');
    const [one] = presentHits(
      [{ hit: { scope: 'transcript', message: 4 }, text, opened: parts }],
      'harbour office noon',
      1,
      'english',
    );
    expect(one?.opens).toEqual({ path: 'results/4.0', line: 1, character: 11 });
  });
});
