import { describe, expect, it } from 'vitest';
import { latinOf, latinWords } from '../../../src/recall/terms/latin.ts';

const latinOfTexts = (...texts: string[]) => latinOf(texts.map(latinWords));

const GERMAN = 'Der Zug nach Bern ist nicht mit dem Wagen zu erreichen und die Karten sind von mir.';
const ENGLISH = 'The train to Bern cannot be reached by car, and I have the tickets with me for you.';

it('counts the words of a text, and those of other languages among them', () => {
  expect(latinWords('')).toEqual({ all: 0, foreign: 0 });
  expect(latinWords('会议在三点')).toEqual({ all: 0, foreign: 0 });
  expect(latinWords('The train and der Zug')).toEqual({ all: 5, foreign: 1 });
});

describe('the language of a store', () => {
  it('is English until other function words say otherwise', () => {
    expect(latinOfTexts()).toBe('english');
    expect(latinOfTexts(ENGLISH, ENGLISH)).toBe('english');
    expect(latinOfTexts(GERMAN)).toBe('any');
    for (const text of [
      'El perro de la casa no sabe que la puerta se abre con una llave para los niños.',
      'Le chien de la maison ne sait pas que la porte est ouverte pour les enfants.',
      'Bu ev için bir anahtar ve bir kapı ile çok güzel bir bahçe var.',
      'Tôi không biết các con của một người là ai và có được cho trong nhà.',
      'Toi khong biet cac con cua mot nguoi la ai va cho trong nha.',
      'Câinele este în casă și nu se vede din grădină cu ochiul liber pe seară.',
    ]) {
      expect(latinOfTexts(text), text).toBe('any');
    }
  });

  it('is not English for half of the texts in another one', () => {
    expect(latinOfTexts(GERMAN, ENGLISH)).toBe('any');
  });

  it('stays English with foreign names, quotations and code', () => {
    expect(latinOfTexts(ENGLISH, 'Ana de la Cruz', 'Vincent van Gogh', ENGLISH, ENGLISH)).toBe('english');
    expect(latinOfTexts('const el = document.querySelector(`#${id}`); return el?.dataset ?? {};')).toBe('english');
    expect(latinOfTexts("I've been there, and they've seen it; we've gone.")).toBe('english');
  });

  it('takes no more time for a text that never ends', () => {
    expect(latinWords('de '.repeat(1_000_000)).all).toBeLessThanOrEqual(1000);
  });
});
