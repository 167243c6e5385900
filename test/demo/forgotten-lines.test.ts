// Lines of a visit lose the text of forgotten facts.
import { describe, expect, it } from 'vitest';
import { type Line, withoutForgotten } from '../../demo/state/front/visit.ts';
import type { Known } from '../../demo/talk/talk.ts';

const cat: Known = { id: 'a', text: 'The cat is called Miso.', time: 1 };
const bicycle: Known = { id: 'b', text: 'My bicycle is red.', time: 2 };

/** Returns the texts in sight; a reply that something is kept shows none. */
const textsOf = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap((line) => {
    if (line.kind === 'said') return line.text;
    if (line.kind !== 'reply' || !('known' in line.reply) || line.reply.kind === 'kept') return [];
    return [line.reply.known].flat().map(({ text }) => text);
  });

describe('a forgotten fact', () => {
  const lines: readonly Line[] = [
    { kind: 'said', text: cat.text, isPrivate: false },
    { kind: 'reply', reply: { kind: 'kept', known: cat } },
    { kind: 'said', text: 'What is the cat called?', isPrivate: false },
    { kind: 'reply', reply: { kind: 'quoted', known: cat, sure: true } },
    { kind: 'reply', reply: { kind: 'listed', known: [bicycle, cat], more: 0, sure: true } },
    { kind: 'reply', reply: { kind: 'forgotten', count: 1 } },
  ];

  it('leaves an ellipsis where it was told, quoted and listed', () => {
    const question = 'What is the cat called?';
    expect(textsOf(withoutForgotten(lines, [bicycle]))).toEqual(['…', question, '…', bicycle.text, '…']);
  });

  it('changes no other line', () => {
    expect(withoutForgotten(lines, [bicycle, cat])).toEqual(lines);
  });
});
