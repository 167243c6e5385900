// Decides which plain texts are numbers and which texts need quotes: the core schema of YAML 1.2 with two changes.
// Pure.
import type { ScalarTag, Tags } from 'yaml';
import { UNPRINTABLE } from './yaml.ts';

/** A superset of the numbers of YAML 1.1 and 1.2. */
const NUMBER_LIKE = /^[-+]?(?:\.?\d[\d_.:]*(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.(?:inf|nan))$/i;

/**
 * A plain number is a number if JSON writes it the same way. `1.0`, `007` and `1e3` stay texts: a version or a zip code
 * must not lose its zeros.
 */
const NUMBER: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number',
  test: NUMBER_LIKE,
  resolve: (text) => (JSON.stringify(Number(text)) === text ? Number(text) : text),
  stringify: ({ value }) => JSON.stringify(value),
};

/**
 * Texts that the package would write plain or as literals although some reader or editor misreads them: unprintable
 * characters, the default value of YAML 1.1, a document marker, a fence's first or last line, blanks at the edges.
 */
const NEEDS_QUOTES = new RegExp(
  `${UNPRINTABLE.source}|^=$|^(?:---|\\.\\.\\.)|(?:^|\\n)[ \\t]*(?:\`\`\`|~~~)|^(?=[^]*\\n)\\s|\\n\\n$|\\n[ \\t]+(?:\\n|$)`,
);

/** Tags for reading. Dates are texts, as in the core schema. */
export const withNumbers = (tags: Tags): Tags => [
  ...tags.filter((tag) => typeof tag === 'string' || !/:(?:int|float)$/.test(tag.tag)),
  NUMBER,
];

/** Tags for writing. */
export const withSafeTexts = (tags: Tags): Tags =>
  withNumbers(tags).map((tag) =>
    typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:str' ? safe(tag as ScalarTag) : tag,
  );

const safe = (tag: ScalarTag): ScalarTag => ({
  ...tag,
  stringify(item, context, ...callbacks) {
    const text = String(item.value);
    // The package would write it over several lines.
    const isTooLong = text.includes('\n') && (context.inFlow === true || context.implicitKey === true);
    if (isTooLong || NEEDS_QUOTES.test(text)) return quoted(text);
    return tag.stringify?.(item, context, ...callbacks) ?? text;
  },
});

/** Quotes a text on one line. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    new RegExp(UNPRINTABLE, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
