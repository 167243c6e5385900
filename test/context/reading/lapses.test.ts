import { describe, expect, it } from 'vitest';
import { identifiersOf } from '../../../src/context/reading/identifiers.ts';
import { lapsesOf } from '../../../src/context/reading/lapses.ts';
import type { SeenMessage } from '../../../src/context/view/history.ts';

const said = (text: string, role: 'user' | 'assistant' = 'user'): SeenMessage => ({
  role,
  text,
  tokens: 1,
  hash: text,
});
const result = (text: string): SeenMessage => ({
  role: 'tool',
  text: '',
  results: [{ id: 'a', text }],
  tokens: 1,
  hash: text,
});
const chat = (count: number, text = (at: number) => `Well ${at}.`): SeenMessage[] =>
  Array.from({ length: count }, (_, at) => said(text(at)));

describe('what the notes have and lack', () => {
  it('is stale when none of the last forty messages mentions it, not even a result [S001-73]', () => {
    const notes = '## Task\n\n- src/old.ts and src/new.ts, order #4711\n';
    expect(lapsesOf(chat(40), notes).stale).toEqual(['src/old.ts', 'src/new.ts', '#4711']);
    expect(lapsesOf([...chat(39), said('See src/new.ts')], notes).stale).toEqual(['src/old.ts', '#4711']);
    expect(lapsesOf([...chat(39), result('in src/old.ts')], notes).stale).toEqual(['src/new.ts', '#4711']);
    expect(lapsesOf([said('src/old.ts'), ...chat(40)], notes).stale).toContain('src/old.ts');
  });

  it('is not stale while the conversation is young, nor where it is a hint of the template', () => {
    expect(lapsesOf(chat(39), '- src/old.ts').stale).toEqual([]);
    expect(lapsesOf(chat(40), '<!-- src/old.ts -->').stale).toEqual([]);
  });

  it('is missing when three messages mention it and the notes do not [S001-73]', () => {
    const three = [said('src/a.ts'), said('again src/a.ts', 'assistant'), said('src/a.ts fails')];
    expect(lapsesOf(three, '- nothing').missing).toEqual(['src/a.ts']);
    expect(lapsesOf(three.slice(1), '- nothing').missing).toEqual([]);
    expect(lapsesOf([...three.slice(1), said('src/a.ts src/a.ts')], '- look at src/a.ts').missing).toEqual([]);
  });

  it('is missing also where only arguments of calls have it, but not where only results do', () => {
    const call = (at: number): SeenMessage => ({
      ...said('', 'assistant'),
      calls: [{ id: `c${at}`, name: 'look', arguments: '{"file":"src/a.ts"}' }],
    });
    expect(lapsesOf([call(1), call(2), call(3)], '').missing).toEqual(['src/a.ts']);
    expect(lapsesOf([result('src/a.ts'), result('src/a.ts'), result('src/a.ts')], '').missing).toEqual([]);
  });

  it('is no field of notes with its value', () => {
    const notes = '{"user_id":"mia_li_3668"}';
    expect(identifiersOf(notes)).toContain('user_id=mia_li_3668');
    expect(lapsesOf(chat(40), notes).stale).not.toContain('user_id=mia_li_3668');
  });

  it('names three of a kind at most, none of the memory’s own files, and no long ones', () => {
    const names = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'];
    const text = [...names, 'working-memory/overview.md', 'detail/plan.md', `src/${'x'.repeat(60)}.ts`].join(' ');
    expect(
      lapsesOf(
        chat(3, () => text),
        '',
      ).missing,
    ).toEqual(names.slice(0, 3));
    expect(lapsesOf(chat(40), text).stale).toEqual(names.slice(0, 3));
  });
});
