// A forgotten text is removed however it is written: the same words in other characters.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedLine } from '../../../src/tools/pagination.ts';
import { QuotationSearch } from '../../../src/tree/quotations/quotation-search.ts';
import { redactor } from '../../../src/tree/quotations/redaction.ts';
import { visibleText } from '../../../src/tree/visible-text.ts';
import { FORMS, html } from '../../support/canaries/written-forms.ts';

const SAID = 'My café “Sans & Souci” has the PIN 4711.';
const CHINESE = '我的银行卡密码是 4711，请不要告诉别人。';

describe.each([
  ['English', SAID],
  ['Chinese', CHINESE],
])('a text in %s', (_, text) => {
  it.each(Object.entries(FORMS))('leaves %s', (__, write) => {
    const written = write(text);
    const rest = redactor([text])(written);
    expect(rest).toContain('[forgotten]');
    expect(rest.normalize('NFKC')).not.toContain('4711');
    expect(decodeURIComponent(rest.replaceAll('%', '%25'))).not.toMatch(/souci|密码/i);
    const search = new QuotationSearch();
    search.take(7, { role: 'user', text: written });
    expect(search.candidates([text]), 'a hard forget reads the message').toEqual([7]);
  });
});

it('a name of ASCII is found where it stands in a word with other letters', () => {
  const search = new QuotationSearch();
  search.take(7, { role: 'user', text: 'Siehe „ä,ab.cdef“.' });
  expect(search.candidates(['ab.cdef'])).toEqual([7]);
  expect(search.candidates(['ab.cdeg'])).toEqual([]);
});

it('a short passage is looked for with its tags, which may be words', () => {
  const search = new QuotationSearch();
  search.take(7, { role: 'user', text: 'a note' });
  search.take(8, { role: 'user', text: 'a <MARK>note' });
  expect(search.candidates(['<mark>note'])).toEqual([8]);
});

it('a long passage is looked for without its tags', () => {
  const search = new QuotationSearch();
  search.take(7, { role: 'user', text: 'my pin is 4711' });
  expect(search.candidates(['My <code>pin</code> is 4711'])).toEqual([7]);
  expect(redactor(['My <code>pin</code> is 4711'])('my pin is 4711')).toBe('[forgotten]');
});

it('a sign that begins no tag is one that counts', () => {
  expect(redactor(['it is <my secret pin'])('it is <xy secret pin')).toBe('it is <xy secret pin');
  expect(redactor(['it is <my secret pin'])('it is <my secret pin')).toBe('[forgotten]');
  expect(redactor(['the sum 5 < 60 or 7 > 3 is right'])('the sum 5 3 is right')).toBe('the sum 5 3 is right');
});

it.each([
  ['if x <y and z > 3 the pin is 4711', '> if x <y\n> and z > 3\n> the pin is 4711'],
  ['if x <y and z > 3 the pin is 4711', 'q=if+x+%3Cy+and+z+%3E+3+the+pin+is+4711'],
  ['the pin is <my_pin> or 4711', 'mail from <the pin is <my_pin> or 4711> today'],
  ['| pin | 4711 | card of Ann |', 'q=%7C+pin+%7C+4711+%7C+card+of+Ann+%7C'],
  ['<my pin is 4711>', '> <my **pin**\n> is 4711>'],
])('%s leaves %s', (passage, text) => {
  expect(redactor([passage])(text)).not.toContain('4711');
  const search = new QuotationSearch();
  search.take(7, { role: 'user', text });
  expect(search.candidates([passage]), 'a hard forget reads the message').toEqual([7]);
});

it('a short passage leaves a form that a page sends as whole words', () => {
  expect(redactor(['pin 4711'])('q=my+pin+4711&next=pin+47110')).toBe('q=my+[forgotten]&next=pin+47110');
});

it.each([
  ['Please call Frau Müller now', 'Please call Frau M&uuml;ller now'],
  ['ÅRÅ, Çok, señor and Žižek', '&Aring;R&aring;, &Ccedil;ok, se&ntilde;or and &Zcaron;i&zcaron;ek'],
  ['Straße, Œuvre, Æsir, Poznań, ø', 'Stra&szlig;e, &OElig;uvre, &AElig;sir, Pozna&nacute;, &oslash;'],
  ['Don’t tell, it’s open… 9–17', 'Don&rsquo;t tell, it&amp;rsquo;s open&hellip; 9&ndash;17'],
  ['„Zebra“ costs 40 € at «Jo»', '&bdquo;Zebra&ldquo; costs 40&nbsp;&euro; at &laquo;Jo&raquo;'],
  ['¿Qué? ¡Olé! A pass\u00adword', '&iquest;Qu&eacute;? &iexcl;Ol&eacute;! A pass&shy;word'],
  ["Don't tell, it's open", 'Don&#0000039;t tell, it&#x00027;s open'],
])('%s leaves as %s', (text, written) => {
  expect(redactor([text])(`so: ${written}!`)).toBe('so: [forgotten]!');
  const search = new QuotationSearch();
  search.take(7, { role: 'user', text: written });
  expect(search.candidates([text])).toEqual([7]);
});

it.each([
  ['私のパスワードはゼブラです', '私のﾊﾟｽﾜｰﾄﾞはｾﾞﾌﾞﾗです'],
  ['私のﾊﾟｽﾜｰﾄﾞはｾﾞﾌﾞﾗです', '私のパスワードはゼブラです'],
  ['ゼブラ', 'ｾﾞﾌﾞﾗ'],
])('%s leaves as %s', (text, written) => {
  expect(redactor([text])(`so ${written}!`)).toBe('so [forgotten]!');
  const search = new QuotationSearch();
  search.take(7, { role: 'user', text: written });
  expect(search.candidates([text])).toEqual([7]);
});

it.each(['M\\u0026uuml;ller', 'M\\u0026#252;ller', 'M\\u0025c3%bcller'])('JSON that hides %j is searched', (name) => {
  const text = `{"body":"call ${name} now"}`;
  expect(redactor(['call Müller now'])(text)).toBe('{"body":"[forgotten]"}');
  const search = new QuotationSearch();
  search.take(7, { role: 'user', text });
  expect(search.candidates(['call Müller now'])).toEqual([7]);
});

it('a letter with another mark, and a name that is none, are other texts', () => {
  for (const written of ['M&ouml;ller', 'Muller', 'M&uacute;ller', 'M&ubogus;ller', 'M&;ller', 'M&amp;bogus;ller'])
    expect(redactor(['call Frau Müller now'])(`call Frau ${written} now`)).toBe(`call Frau ${written} now`);
  expect(redactor(['this is R&D; not R&x; here'])('this is R&amp;D; not R&amp;x; here')).toBe('[forgotten]');
});

it.each([
  'Call Anna on \u202a+49 170 4711 0815\u202c tonight',
  'The Wi\u00adFi code is 4711 0815',
  'He wrote <think> 4711 0815 </think> to me',
  'A tag \u{e0041}, 4711 0815 behind it',
])('%j leaves what a tool shows of it', (text) => {
  const written = `- ${visibleText(text)} (a fact)`;
  expect(written).toContain('\\u{');
  expect(redactor([text])(written)).toBe('- [forgotten] (a fact)');
  expect(redactor([text])(JSON.stringify({ written }))).toBe('{"written":"- [forgotten] (a fact)"}');
  const search = new QuotationSearch();
  search.take(7, { role: 'tool', text: written });
  expect(search.candidates([text])).toEqual([7]);
});

it('what names no character is no escape', () => {
  for (const text of ['my code \\u{110000} is 4711', 'my code \\u{} is 4711', 'my code \\u{00000041 is 4711']) {
    expect(redactor([SAID])(text)).toBe(text);
    expect(redactor([text])(`so ${text}`)).toBe('so [forgotten]');
  }
});

it('what begins the lines of a passage counts where it is quoted by line', () => {
  const read = (text: string): string =>
    text
      .split('\n')
      .map((line, index) => numberedLine(index + 1, line))
      .join('\n');
  for (const text of [
    '1. buy zebras\n2. call Anna',
    '-5 in Oslo\n-9 in Bergen',
    '>> it was\n>> Anna',
    '2024\tzebras\n2025\tnone',
  ])
    expect(redactor([text])(read(text))).toMatch(/^ {5}1\t.*\[forgotten\]$/);
});

it('a number within a line, or one that is the line’s own, is none of a line', () => {
  for (const text of [
    'my pin of 4711. is secret',
    'my pin of\n4711 is secret',
    'my pin of\n4711.5 is secret',
    'my pin of\n4711:is secret',
  ])
    expect(redactor(['my pin of is secret'])(text)).toBe(text);
});

it('a short passage keeps to its line', () => {
  expect(redactor(['pin 4711'])('my pin\n> 4711, my pin\n1. 4711')).toBe('my pin\n> 4711, my pin\n1. 4711');
});

it('where a link leads counts in a passage, and not in a text', () => {
  const linked = 'see [the notes](https://example.org/4711)';
  expect(redactor([linked])('see the notes of Anna')).toBe('see the notes of Anna');
  expect(redactor([linked])('see [the notes](https://example.org/12)')).toBe('see [the notes](https://example.org/12)');
  expect(redactor([linked])(`so ${linked} and <b>${linked}</b>`)).toBe('so [forgotten] and <b>[forgotten]</b>');
  expect(redactor(['see the notes, Anna'])('**[see](x)** the [notes](y), Anna')).toBe('**[[forgotten]');
});

it('brackets, and what stands in parentheses, are no link by themselves', () => {
  for (const text of ['the value of a[1] is five', 'the value of a (b) is five', 'the value of a[b](c is five'])
    expect(redactor(['the value of a is five'])(text)).toBe(text);
});

it('a sign counts as often as it stands there, but for quotation marks and dashes', () => {
  expect(redactor(['the file ../notes/of-anna'])('the file ./notes/of-anna')).toBe('the file ./notes/of-anna');
  expect(redactor(['Anna’s zebras — and “Jo”'])(`x,"Anna''s zebras -- and ""Jo"""`)).toBe('x,"[forgotten]');
});

it('the text around a quotation stays as it was', () => {
  const rest = redactor([SAID])(`Ünïted  **Café** &amp; co: ${html(SAID.toUpperCase())} %41\u200b!`);
  expect(rest).toBe('Ünïted  **Café** &amp; co: [forgotten]. %41\u200b!');
});

it('accents make another word', () => {
  expect(redactor(['the resume of Ann'])('the résumé of Ann')).toBe('the résumé of Ann');
});

it('signs that a text consists of are no reason to cut others', () => {
  for (const [passage, text] of [
    ['5*5', '55 and 5 5'],
    ['C++', 'C and c'],
    ['***', 'a *** b ** c'],
    ['...', 'well. so'],
    ['\\', 'a b'],
    ['\u200b', 'ab'],
    ['+', 'a b'],
    ['note', 'keynotes'],
  ] as const) {
    const rest = redactor([passage])(text);
    expect(rest.replaceAll('[forgotten]', passage), `${passage} in ${text}`).toBe(text);
  }
});

it('characters of one to four bytes are read as a URL writes them', () => {
  for (const sign of ['$', 'ª', 'é', '\u07ea', '\u0800', '密', '\uffdc', '\u{10000}', '\u{10ffff}']) {
    const text = `my secret ${sign} is here`;
    expect(redactor([text])(`so: ${encodeURIComponent(text)}!`), encodeURIComponent(sign)).toBe('so: [forgotten]!');
  }
});

it('percent codes that no URL writes are signs', () => {
  for (const [passage, text] of [
    ['my secret \u0080 is here', 'my secret %80 is here'],
    ['my secret \u0000 is here', 'my secret %80 is here'],
    ['my secret A is here', 'my secret %c1%81 is here'],
    ['my secret A is here', 'my secret %f8%80%81%81 is here'],
    ['my secret è is here', 'my secret %c3%28 is here'],
    ['my secret À is here', 'my secret %c3 is here'],
    ['my secret \ufffd is here', 'my secret %f4%90%80%80 is here'],
  ] as const)
    expect(redactor([passage])(text)).toBe(text);
});

it('what looks like an escape may be none', () => {
  expect(redactor(['notes'])('in C:\\notes\\today')).toBe('in C:\\[forgotten]\\today');
  expect(redactor(['my notes\tof today'])('"my notes\\tof today"')).toBe('"[forgotten]"');
});

describe('a long text', () => {
  /** 65,536 characters, which the largest item may have, of signs that mean something to expressions. */
  const long = '(4711|[^x]*?)+ '.repeat(4370).slice(0, 65_536);

  it('leaves wherever it is quoted', () => {
    expect(redactor([long])(`before ${long} after`)).toBe('before [forgotten] after');
    expect(redactor([long])(JSON.stringify({ said: long.toUpperCase() }))).toBe('{"said":"[forgotten]"}');
  });

  it('is looked for in a number of steps that grows with the texts, not with their product', () => {
    const almost = `${'a'.repeat(65_535)}b`;
    const text = 'a'.repeat(1_000_000);
    expect(redactor([almost])(text)).toBe(text);
    expect(redactor([almost])(text + almost)).toBe(`${'a'.repeat(1_000_000)}[forgotten]`);
    for (const hostile of [
      '\\',
      '&amp;',
      '%25',
      '<a',
      '*',
      '\u0301',
      '\ufdfa',
      '"',
      ' ',
      '\ud83d',
      '\n',
      '\t',
      '1',
      '\n1',
      '|',
      '\\n',
      '](',
      '[^',
      '<!',
    ]) {
      const many = hostile.repeat(100_000);
      expect(redactor([SAID])(many)).toBe(many);
    }
  });
});

it('any text leaves in any form, and what is cut once is cut', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aBt1n/:('), minLength: 3, maxLength: 8 });
  const texts = fc.array(
    fc.oneof(word, fc.constantFrom('PIN', '4711', '密码', 'café', 'Straße', '"x"', 'C:\\new', 'a\\b')),
    {
      minLength: 6,
      maxLength: 9,
    },
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...Object.keys(FORMS)), (words, form) => {
      const text = `${words.join(' ')}.`;
      const redact = redactor([text]);
      const written = `so: ${(FORMS[form] as (text: string) => string)(text)} !`;
      const rest = redact(written);
      expect(rest).toContain('[forgotten]');
      expect(redact(rest)).toBe(rest);
      const search = new QuotationSearch();
      search.take(7, { role: 'user', text: written });
      expect(search.candidates([text])).toEqual([7]);
    }),
    { numRuns: 2000 },
  );
});

it('whatever is cut out of a text, the search names the text', () => {
  const words =
    'tea Note n bar 4711 > >> // 3. | = [ ](x) [^1] ][1] <!--x--> -- "" \\n \\\\n \\ \\" " * _ &amp; %20 % & é e\u0301 中 文 ß \u200b \b {"a":" "} \\u0041 😀 ﬁ \ud800';
  const piece = fc.constantFrom(' ', '\n', '\n7\t', ' \u0301', ...words.split(' '));
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, text, (before, passage, after) => {
      for (const written of [
        passage,
        JSON.stringify(passage),
        JSON.stringify(JSON.stringify(passage)),
        html(passage),
      ]) {
        const said = before + written + after;
        for (const message of [{ text: said }, { original: JSON.stringify({ content: said }) }]) {
          const isCut = Object.values(message).some((each) => redactor([passage])(each) !== each);
          const search = new QuotationSearch();
          search.take(7, message);
          if (isCut) expect(search.candidates([passage])).toEqual([7]);
        }
      }
    }),
  );
});

it('a word with digits and signs in it is found wherever it can be cut out, however it is written', () => {
  const passages = fc.stringMatching(/^[ab1][ab1._-]{1,8}[ab1]( [abä1]{2,5})?$/);
  const around = fc.constantFrom(
    '',
    ' ',
    'ä,',
    '„',
    '(',
    'x ',
    '-',
    '1.',
    '。',
    '**',
    '<b>',
    '\n> ',
    '[',
    '](x)',
    '<!---->',
    '\n7\t',
  );
  const written = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.replaceAll(' ', '\n'),
    (text: string) => text.replace('a', '\uff41'),
    (text: string) => text.replace('b', '%62'),
    (text: string) => text.replace('1', '&#49;'),
    (text: string) => `<i>${text}</i>`,
  );
  let cut = 0;
  fc.assert(
    fc.property(passages, around, around, written, (passage, before, behind, form) => {
      const text = `one ${before}${form(passage)}${behind} two`;
      if (redactor([passage])(text) === text) return;
      cut++;
      const search = new QuotationSearch();
      search.take(7, { role: 'user', text });
      expect(search.candidates([passage]), JSON.stringify([passage, text])).toEqual([7]);
    }),
    { numRuns: 2000 },
  );
  expect(cut).toBeGreaterThan(200);
});

it('a search leaves out nearly all texts that hold none of it', () => {
  const search = new QuotationSearch();
  const words = fc.sample(fc.stringMatching(/^[a-z]{3,9}$/), { numRuns: 3000, seed: 7 });
  for (let key = 0; key < 300; key++)
    search.take(key, { role: 'user', text: words.slice(key * 7, key * 7 + 40).join(' ') });
  const found = search.candidates([words.slice(700, 705).join(' ')]);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(15);
});
