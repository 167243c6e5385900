// A YAML text with some of its values changed: what did not change keeps its letters, comments and quotes. Pure.
import type { Yaml } from './yaml-grammar.ts';
import { readYaml } from './yaml-reader.ts';
import { writeYaml } from './yaml-writer.ts';

type YamlMap = { readonly [key: string]: Yaml };

/** The text that reads as `value`; each top-level key whose value is the same keeps its lines as they are. */
export function updatedYaml(text: string, value: YamlMap): string {
  const kept = topLevelParts(text);
  const { lead } = kept;
  let result = lead;
  for (const key of orderedKeys(kept.parts, value)) {
    const part = kept.parts.get(key);
    const isSame = part !== undefined && isEqual((readYaml(part) as YamlMap)[key], value[key]);
    result += isSame ? part : writeYaml({ [key]: value[key] as Yaml });
  }
  return result;
}

/** Each top-level key with its lines; comments and blank lines above a key belong to it, the first ones to `lead`. */
function topLevelParts(text: string): { lead: string; parts: Map<string, string> } {
  const parts = new Map<string, string>();
  let lead = '';
  let pending = '';
  let current: string | undefined;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const key = /^[^\s#-][^\n]*?:(?=\s|$)/.test(line)
      ? Object.keys((readYaml(firstLineOnly(line)) as YamlMap | null) ?? {})[0]
      : undefined;
    if (key !== undefined) {
      if (current === undefined) lead = pending;
      parts.set(key, (current === undefined ? '' : pending) + line);
      current = key;
      pending = '';
    } else if (current === undefined || /^\s*(#|$)/.test(line)) {
      pending += line;
    } else {
      parts.set(current, (parts.get(current) ?? '') + pending + line);
      pending = '';
    }
  }
  if (current === undefined) lead = pending;
  else parts.set(current, (parts.get(current) ?? '') + pending);
  return { lead, parts };
}

/** `key: |` and `key:` alone must be readable without what follows. */
const firstLineOnly = (line: string): string => line.replace(/:\s*\|-?\s*(#.*)?$/, ':');

function orderedKeys(parts: ReadonlyMap<string, string>, value: YamlMap): string[] {
  const known = [...parts.keys()].filter((key) => key in value);
  return [...known, ...Object.keys(value).filter((key) => !parts.has(key))];
}

function isEqual(one: Yaml | undefined, other: Yaml | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
