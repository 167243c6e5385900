import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadTexts } from '../../../src/context/reading/read-texts.ts';
import { inFiles, resultDocument, stubText } from '../../../src/context/offloaded/archived-text.ts';
import { conversationDocument } from '../../../src/context/offloaded/conversation-files.ts';
import { contextWording } from '../../support/messages/context-wording.ts';
import { assistant, historyOf, results, step, system, user } from '../../support/messages/seen-messages.ts';

const wording = contextWording('en');
const count = (text: string): number => text.length;
const texts = new ReadTexts();
const reading = () => texts;
const bytes = (text: string): number => new TextEncoder().encode(text).length;

describe('a conversation that is put away', () => {
  const messages = [system(), user('Why?'), ...step('a', 'Because.'), assistant('So.'), user('And?')];

  it('is a document with a heading for each message, and everything that was said', () => {
    expect(conversationDocument(messages, [{ from: 0, to: 5 }], '2026-01-05', wording)).toBe(
      '# Conversation, messages 0–4 (archived 2026-01-05)\n\n' +
        '## Message 1, user\n\nWhy?\n\n## Message 2, assistant\n\n→ read {"path":"a.ts"}\n\n' +
        '## Message 3, tool\n\nBecause.\n\n## Message 4, assistant\n\nSo.\n',
    );
  });

  it('leaves out what lies between its ranges', () => {
    const ranges = [
      { from: 1, to: 2 },
      { from: 4, to: 5 },
    ];
    const text = conversationDocument(messages, ranges, '2026-01-05', wording);
    expect(text).toMatch(/^# Conversation, messages 1–4/);
    expect(text).not.toContain('Because.');
    expect(text).toContain('So.');
  });

  it('names a page of a file instead of holding it, where it is a file itself', () => {
    const page = 'detail/a.ts, revision 4, lines 1–2 of 2\n     1\tone\n     2\ttwo';
    const { messages: read } = historyOf(user(), ...step('a', page), ...step('b', 'three'));
    const named = conversationDocument(read, [{ from: 1, to: 5 }], '2026-01-05', wording, []);
    expect(named).toContain('## Message 2, tool\n\ndetail/a.ts, revision 4, lines 1–2 of 2\n\n##');
    expect(named).not.toContain('two');
    expect(named).toContain('three');
    expect(conversationDocument(read, [{ from: 1, to: 5 }], '2026-01-05', wording)).toContain(page);
  });

  it('names the file of a result that has one by itself', () => {
    const { messages: read } = historyOf(user(), ...step('a', 'large'), ...step('b', 'three'));
    const stub = {
      index: 2,
      callId: 'a',
      why: 'oversized',
      tokens: 5,
      shown: 0,
      hash: '',
      path: 'archive/a.md',
    } as const;
    const named = conversationDocument(read, [{ from: 1, to: 5 }], '2026-01-05', wording, [stub]);
    expect(named).toContain(`## Message 2, tool\n\n${wording.stub.offloaded(5, 'archive/a.md')}\n\n##`);
    expect(named).not.toContain('large');
    expect(named).toContain('three');
  });

  it('holds all results of one message', () => {
    const text = conversationDocument([results('a', 'b')], [{ from: 0, to: 1 }], '2026-01-05', wording);
    expect(text).toContain('result of a\n\nresult of b');
  });
});

describe('a result that is put away', () => {
  it('is a document that says of which tool', () => {
    expect(resultDocument({ tool: 'read', text: 'a\nb', tokens: 2 }, '2026-01-05', wording)).toBe(
      '# Result of read, 2 tokens (archived 2026-01-05)\n\na\nb\n',
    );
  });

  const lines = Array.from({ length: 100 }, (_, index) => `line ${index} of src/file-${index}.ts`).join('\n');
  const stub = (shown: number, result = lines, path = 'archive/result-1.md'): string =>
    stubText({ tokens: result.length, shown, path }, result, { wording, count, reading });

  it('leaves a stub that says where it is, with whole lines of its beginning and its end', () => {
    const text = stub(600);
    expect(text).toMatch(
      /^This result of \d+ tokens was moved out of view\. Full text: archive\/result-1\.md; use read or search\./,
    );
    expect(text).toContain('\nline 0 of src/file-0.ts\n');
    expect(text).toContain('\nline 99 of src/file-99.ts\n');
    expect(text).toMatch(/\n… \(\d+ lines omitted\)\n/);
    const kept = text.split('\n').filter((line) => line.startsWith('line '));
    expect(kept.filter((line) => !lines.split('\n').includes(line))).toEqual([]);
  });

  it('names what stands in between', () => {
    expect(stub(1500)).toMatch(/\nNames, ids and paths: .*src\/file-\d+\.ts/);
  });

  it('leaves a stub of about the length that it may have', () => {
    for (const shown of [200, 600, 1500]) {
      expect(stub(shown).length).toBeLessThan(shown + 250);
      expect(stub(shown).length).toBeGreaterThan(shown / 2);
    }
  });

  it('says how to read fewer lines where it is a page of a file', () => {
    const page = { tokens: 10, shown: 0, path: 'archive/a.md', lines: { first: 11, last: 15 } };
    expect(stubText(page, lines, { wording, count, reading })).toBe(
      'This result of 10 tokens was moved out of view. Full text: archive/a.md, lines 11–15; read fewer lines at a time, e.g. fromLine 11, lines 3.',
    );
  });

  it('shows nothing where there is room for hardly anything, and the address of the result where there is no file', () => {
    expect(stub(0)).toBe(wording.stub.offloaded(lines.length, 'archive/result-1.md'));
    expect(stubText({ tokens: 5, shown: 0, path: 'results/3.1' }, 'short', { wording, count, reading })).toBe(
      'This result of 5 tokens was moved out of view. Full text: results/3.1; use read or search.',
    );
  });

  it('is the same stub every time, and well-formed wherever it is cut', () => {
    const emoji = '😀'.repeat(2000);
    for (let shown = 300; shown < 320; shown++) {
      const text = stub(shown, emoji);
      expect(text.isWellFormed()).toBe(true);
      expect(stub(shown, emoji)).toBe(text);
    }
  });
});

describe('a text that is stored in files', () => {
  it('goes into one file where it fits', () => {
    expect(inFiles('archive/a.md', 'abc', 3)).toEqual([{ path: 'archive/a.md', text: 'abc' }]);
  });

  it('goes into numbered files, cut at line breaks where there are any', () => {
    const pieces = inFiles('archive/a.md', 'one\ntwo\nthree\n', 6);
    expect(pieces.map(({ path }) => path).slice(0, 2)).toEqual(['archive/a-part-1.md', 'archive/a-part-2.md']);
    expect(pieces[0]?.text).toBe('one\n');
  });

  it('fills each of its files but the last', () => {
    const text = '0123456\n'.repeat(1000);
    expect(inFiles('a.md', text, 1000).map((piece) => piece.text.length)).toEqual(Array(8).fill(1000));
    expect(inFiles('a.md', '漢'.repeat(1000), 1000).map((piece) => piece.text.length)).toEqual([333, 333, 333, 1]);
  });

  it('loses nothing and keeps every piece within its bytes, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 12, max: 200 }), (text, most) => {
        const pieces = inFiles('a.md', text, most);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(pieces.every((piece) => bytes(piece.text) <= most)).toBe(true);
        expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
        expect(new Set(pieces.map(({ path }) => path)).size).toBe(pieces.length);
      }),
    );
  });
});
