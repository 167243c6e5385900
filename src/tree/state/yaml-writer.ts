// Writes YAML that reads the same in versions 1.1 and 1.2, with texts that stay inside a Markdown fence. Pure.
import { Document, isCollection } from 'yaml';
import { DEEPEST, isList, isYamlMap, refused, wrongKey, type Yaml } from './yaml.ts';
import { withSafeTexts } from './yaml-schema.ts';

/**
 * Writes two spaces per level, keys in their order, texts in double quotes only if they would otherwise be misread,
 * texts of several lines as literals.
 * @throws invalid-input for values that YAML cannot hold: NaN, infinities, half surrogate pairs, more than 32 levels
 */
export function writeYaml(value: Yaml): string {
  // A literal text needs a parent to be indented from.
  if (typeof value === 'string' && value.includes('\n')) return `${writeInline(value)}\n`;
  return written(value, false);
}

/** Writes a value on one line, as it can follow `key:`. */
export function writeInline(value: Yaml): string {
  return written([value], true).slice('['.length, -']\n'.length);
}

function written(value: Yaml, inline: boolean): string {
  check(value, 1);
  const document = new Document(value, {
    schema: 'core',
    compat: 'yaml-1.1',
    customTags: withSafeTexts,
    // An object in two places is written twice.
    aliasDuplicateObjects: false,
  });
  if (inline && isCollection(document.contents)) document.contents.flow = true;
  return document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    singleQuote: false,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

function check(value: unknown, depth: number): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw refused(undefined, 'half of a surrogate pair');
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return;
  if (typeof value !== 'object') throw refused(undefined, `NaN, an infinity or a value of type ${typeof value}`);
  const entries = isList(value as Yaml) ? Array.from(value as readonly Yaml[]) : Object.values(value);
  if (depth > DEEPEST && entries.length > 0) throw refused(undefined, `more than ${DEEPEST} levels`);
  if (isYamlMap(value as Yaml)) {
    for (const key of Object.keys(value)) {
      check(key, depth);
      const wrong = wrongKey(key);
      if (wrong !== undefined) throw refused(undefined, wrong);
    }
  }
  for (const entry of entries) check(entry, depth + 1);
}
