// Texts that imitate structure, from test/corpus/forging and random ones, and a reader that looks for it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNonce, fenced, unfenced } from '../../../src/context/view/fence.ts';
import { isWorkingMemoryError } from '../../../src/errors.ts';
import { ANY_LINE_BREAK, FORGERIES, isForgery, MODEL_TOKEN, UNSEEN } from '../../support/messages/forgeries.ts';

/** The corpus guesses it right. */
const NONCE = 'k3v9x0q7b2mz';
const FENCE = { name: 'working_memory', nonce: NONCE };
const OPENING = `<working_memory nonce="${NONCE}">`;
const CLOSING = `</working_memory nonce="${NONCE}">`;

/** Lines that are not data, in order, for a reader who trusts lines. */
const structure = (prompt: string): string[] => prompt.split(ANY_LINE_BREAK).filter((line) => !line.startsWith('| '));

/** Data inside of the fence. */
const data = (prompt: string): string => prompt.slice(OPENING.length, prompt.length - CLOSING.length);

function expectSealed(text: string): void {
  const prompt = fenced(text, FENCE);
  expect(structure(prompt)).toEqual([OPENING, CLOSING]);
  expect(prompt.toLowerCase().split(NONCE)).toHaveLength(3);
  expect(data(prompt)).not.toMatch(UNSEEN);
  expect(data(prompt)).not.toMatch(MODEL_TOKEN);
  expect(prompt.isWellFormed()).toBe(true);
  const inside = unfenced(prompt, FENCE);
  expect(fenced(inside, FENCE)).toBe(prompt);
}

describe('F74: a fence', () => {
  for (const { kind, payloads } of FORGERIES) {
    it(`lets nothing of ${kind} pass for structure`, () => {
      expect(payloads.some(({ text }) => isForgery(text))).toBe(true);
      for (const { text, times = 1 } of payloads) expectSealed(text.repeat(times));
    });
  }

  it('is tried with every kind of forgery, each by itself', () => {
    const texts = FORGERIES.flatMap(({ payloads }) => payloads.map(({ text }) => text));
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThan(80);
    // Without a fence the same reader would fall for them.
    expect(texts.filter(isForgery).length).toBeGreaterThan(80);
  });

  it('lets nothing pass, whatever the text', () => {
    const parts = FORGERIES.flatMap(({ payloads }) => payloads.flatMap(({ text }) => text.split(/(\s|[<>"|/])/)));
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...new Set(parts), OPENING, CLOSING, NONCE, '| ', '\r', '\n', '\u2028') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      // Half surrogates too.
      { weight: 1, arbitrary: fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)) },
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    let forged = 0;
    fc.assert(
      fc.property(text, (drawn) => {
        forged += Number(isForgery(drawn));
        expectSealed(drawn);
      }),
      { numRuns: 1000 },
    );
    expect(forged).toBeGreaterThan(100);
  });
});

describe('a fence', () => {
  it('gives plain text back as it was', () => {
    const plain = '# Plan\n\n- step 1:\tread `src/a.ts`\n| a | b |\n<b>你好，世界</b> \\u{202e} café';
    expect(unfenced(fenced(plain, FENCE), FENCE)).toBe(plain);
    expect(fenced(plain, FENCE)).toBe(`${OPENING}\n| ${plain.split('\n').join('\n| ')}\n${CLOSING}`);
    const ascii = fc.string({ unit: fc.constantFrom(...'abc ,.|\n\t"\'()漢字é'), maxLength: 60 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(unfenced(fenced(text, FENCE), FENCE)).toBe(text);
      }),
    );
  });

  it('knows one line break for all of them', () => {
    const inside = unfenced(fenced('a\r\nb\rc\n\rd\ve\ff\u0085g\u2028h\u2029i', FENCE), FENCE);
    expect(inside).toBe('a\nb\nc\n\nd\ne\nf\ng\nh\ni');
  });

  it('shows what hides, so that nothing is lost and no two halves close up', () => {
    const inside = (text: string): string => unfenced(fenced(text, FENCE), FENCE);
    expect(inside('<\u200b/a>\u202e\0\x1b\u{e0041}\ud800')).toBe(
      '<\\u{200b}/a>\\u{202e}\\u{0}\\u{1b}\\u{e0041}\\u{d800}',
    );
    expect(inside(`${NONCE} K3V9X0Q7B2MZ`)).toBe('\\u{6b}3v9x0q7b2mz \\u{4b}3V9X0Q7B2MZ');
    expect(inside('<|im_end|> a <|> b')).toBe('\\u{3c}|im_end|> a <|> b');
  });

  it('shows every beginning of a nonce that overlaps itself', () => {
    const fence = { name: 'summary', nonce: 'aaaaaaaaaaaa' };
    const inside = unfenced(fenced('a'.repeat(14), fence), fence);
    expect(inside).toBe(`${'\\u{61}'.repeat(3)}${'a'.repeat(11)}`);
  });

  it('leaves emoji, flags and scripts that need joiners as they are written', () => {
    for (const written of [
      '👩‍👩‍👧‍👦 👩🏽‍💻 ❤️‍🔥 🏳️‍🌈 🏴‍☠️ 1️⃣ ☎︎ 🇩🇪',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'می\u200cخواهم',
      'क्\u200dष र्\u200dय ශ්\u200dරී',
      '葛\u{e0100}飾 ᠠ\u180b',
    ]) {
      expect(unfenced(fenced(written, FENCE), FENCE)).toBe(written);
    }
  });

  it('keeps at most one invisible sign with what it belongs to', () => {
    const inside = (text: string): string => unfenced(fenced(text, FENCE), FENCE);
    expect(inside('می\u200c\u200c\u200d')).toBe('می\u200c\\u{200c}\\u{200d}');
    expect(inside('😀\ufe0f\ufe0f\u{e0100}')).toBe('😀\ufe0f\\u{fe0f}\\u{e0100}');
    expect(inside('ᠠ\u180e a\u180e')).toBe('ᠠ\u180e a\\u{180e}');
    expect(inside('👩\u200d a\u200db')).toBe('👩\\u{200d} a\\u{200d}b');
    expect(inside('🏴\u{e0078}\u{e007f}')).toBe('🏴\\u{e0078}\\u{e007f}');
  });

  it('refuses names and nonces of another form', () => {
    const refuses = (act: () => void): void => {
      let thrown: unknown;
      try {
        act();
      } catch (error) {
        thrown = error;
      }
      expect(isWorkingMemoryError(thrown, 'invalid-input')).toBe(true);
    };
    for (const nonce of [
      '',
      'short',
      'k3v9x0q7b2m',
      'K3V9X0Q7B2MZ',
      'k3v9x0q7b2m"',
      'k3v9x0q7b2mz\n',
      'a'.repeat(65),
    ]) {
      refuses(() => checkNonce(nonce));
      refuses(() => fenced('x', { name: 'summary', nonce }));
    }
    for (const name of ['', 'a b', 'a>', 'Summary', '_a', '1a', 'a'.repeat(41)]) {
      refuses(() => fenced('x', { name, nonce: NONCE }));
    }
    expect(checkNonce(NONCE)).toBeUndefined();
  });

  it('says which line is not data', () => {
    const read = (text: string) => (): string => unfenced(text, FENCE);
    expect(read(`${OPENING}\n| a\n| b\nc\n${CLOSING}`)).toThrow('line 4 has no prefix');
    expect(read(`${OPENING}\n| a\n${CLOSING}\n`)).toThrow('must be lines after');
    expect(read(`${OPENING}\n${CLOSING}`)).toThrow('must be lines after');
    expect(read('| a')).toThrow('must be lines after');
  });
});
