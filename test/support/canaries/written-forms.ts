// Ways of writing the same words.
import { numberedLine } from '../../../src/tools/pagination.ts';
import { escaped } from '../../../src/tree/visible-text.ts';

export const html = (text: string): string =>
  text.replace(/[&<>"“”]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('&#38;', '&amp;');
const numbered = (text: string): string =>
  Array.from(text, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join('');
const escapedUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
const lines = (text: string, line: (word: string, index: number) => string): string =>
  text.split(' ').map(line).join('\n');
const shown = (text: string): string => Array.from(text, (sign) => escaped(sign)).join('');
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

export const FORMS: Readonly<Record<string, (text: string) => string>> = {
  'as it was': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'with a line break at each space': (text) => text.replaceAll(' ', '\n'),
  'with a Windows line break': (text) => text.replaceAll(' ', '\r\n'),
  'with more spaces': (text) => text.replaceAll(' ', '  \t '),
  'with spaces that do not break': (text) => text.replaceAll(' ', '\u00a0'),
  'with a wide space': (text) => text.replaceAll(' ', '\u3000'),
  'with marks of their own': (text) => text.normalize('NFD'),
  'with composed marks': (text) => text.normalize('NFC'),
  'in compatible forms': (text) => text.normalize('NFKC'),
  'in full width': wide,
  'without its full stop': (text) => text.slice(0, -1),
  'as an exclamation': (text) => `${text.slice(0, -1)}!`,
  'with plain quotation marks': (text) => text.replace(/[“”]/g, '"'),
  'with invisible characters': (text) => text.replaceAll('4711', '47\u200b11').replaceAll(' ', ' \u2060'),
  'with a soft hyphen': (text) => text.replace('PIN', 'P\u00adIN').replace('密码', '密\u00ad码'),
  'in bold': (text) => `**${text}**`,
  'with a bold number': (text) => text.replace('4711', '**4711**'),
  'with half a word in bold': (text) => text.replace('PIN', 'P**IN**').replace('密码', '密**码**'),
  'with code in it': (text) => text.replace('4711', '`4711`'),
  'struck through': (text) => text.replace('4711', '~~4711~~'),
  'with Markdown’s escapes': (text) => text.replace(/[.&"“4]/g, (sign) => `\\${sign}`),
  'quoted by a mail': (text) => `> ${text.replaceAll(' ', '\n> ')}`,
  'quoted tightly by a mail': (text) => lines(text, (word) => `>${word}`),
  'quoted twice by a mail': (text) => lines(text, (word) => `>> ${word}`),
  'as a tool reads its lines': (text) => lines(text, (word, index) => numberedLine(index + 9, word)),
  'in a numbered list': (text) => lines(text, (word, index) => `  ${index + 9}. ${word}`),
  'in a numbered list as a tool reads it': (text) =>
    lines(text, (word, index) => numberedLine(index, `${index}) ${word}`)),
  'in comments of code': (text) => lines(text, (word) => `  // ${word}`),
  'in JSON that is broken, with numbered lines': (text) =>
    `{"text": ${JSON.stringify(lines(text, (word, index) => numberedLine(index, word)))}`,
  'in narrow cells of Markdown': (text) => `|${text.replaceAll(' ', '|')}|`,
  'in a list': (text) => `- ${text}`,
  'as a heading': (text) => `## ${text}`,
  'in HTML': html,
  'in HTML twice': (text) => html(html(text)),
  'in numbered entities': numbered,
  'in named entities': (text) =>
    text.replace(/[é“”&]/g, (sign) => ({ é: '&eacute;', '“': '&ldquo;', '”': '&rdquo;' })[sign] ?? '&amp;'),
  'in padded entities': (text) => numbered(text).replaceAll('&#x', '&#x000'),
  'between tags': (text) => text.replace('4711', '<b class="pin">4711</b>'),
  'in a paragraph of HTML': (text) => `<p>${text.replaceAll(' ', '<br/> ')}</p>`,
  'in cells of a table': (text) => `<tr><td>${text.replaceAll(' ', '</td><td>')}</td></tr>`,
  'with half a word between tags': (text) => text.replace('4711', '47<i>11</i>').replace('密码', '密<b>码</b>'),
  'between angle brackets': (text) => `mail from <${text}> today`,
  'with a link': (text) => text.replace('4711', '[4711](https://example.org/?q=1#a)'),
  'with a link by number': (text) => text.replace('4711', '[4711][1]'),
  'with a link between words of a wiki': (text) => text.replace('4711', '[[4711]]'),
  'with half a word in a link': (text) => text.replace('PIN', 'P[IN](x)').replace('密码', '密[码](x)'),
  'with a footnote': (text) => text.replace('4711', '4711[^1]'),
  'with a comment': (text) => text.replaceAll(' ', ' <!-- see [1] --> '),
  'in a cell of CSV': (text) => `"${text.replace(/["“”]/g, '""')}"`,
  'in a URL': (text) => `https://example.org/?q=${encodeURIComponent(text)}&page=2`,
  'in a URL twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as a form sends it': (text) => `q=${new URLSearchParams({ text }).toString()}`,
  'in lower percent codes': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'in JSON': (text) => JSON.stringify({ text }),
  'in JSON in JSON': (text) => JSON.stringify({ body: JSON.stringify({ text }) }),
  'in JSON that is broken': (text) => `{"text": ${JSON.stringify(text)}`,
  'in escapes of JSON': (text) => `{"text":"${escapedUnits(text)}"}`,
  'as a tool shows what hides': shown,
  'in a string of code': (text) => `print('${text.replaceAll(' ', '\\n')}')`,
  'in a sentence': (text) => `Yesterday she said: ${text} And he nodded.`,
};
