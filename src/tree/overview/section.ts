// Writes one section of overview.md by its heading and leaves the rest as it is. Pure.
import { missingEnd, type Section, sections } from '../../recall/sections.ts';
import { withLineEndsOf } from '../line-ends.ts';
import { endOfFreeText, freeText, onlyBlocks, withEmptyBlocks } from './system-blocks.ts';

/** UTF-16 units. */
const LONGEST_HEADING = 100;
const DEEPEST_LEVEL = 6;
/** Level of a new section if there is no other. */
const USUAL_LEVEL = 2;

interface Sections {
  readonly heading: string;
  /** Headings of all sections, after the change if there is one. */
  readonly sections: readonly string[];
}

export type SectionChange =
  | (Sections & {
      readonly outcome: 'replaced' | 'added' | 'removed';
      /** The new text. The system's blocks are emptied in their places; writing the file fills them again. */
      readonly text: string;
    })
  /** `no-heading`: the name is empty or too long · `unknown`: there is no such section to remove. */
  | (Sections & { readonly outcome: 'no-heading' | 'unknown' });

/**
 * Replaces the text under a heading, down to the next heading of its level, or adds a section; a blank `body` removes
 * it. The title of the file stands only for the text before the first section. In the name, letter case, blanks and `_`
 * do not matter.
 */
export function withSection(overview: string, name: string, body: string): SectionChange {
  // Works with one kind of line ends, and restores the file's at the end.
  const whole = withEmptyBlocks(overview.replaceAll('\r\n', '\n'));
  const all = sections(whole).filter(({ level }) => level > 0);
  const heading = headingOf(name);
  if (folded(heading) === '' || heading.length > LONGEST_HEADING) {
    return { outcome: 'no-heading', heading, sections: namesOf(all) };
  }
  const isBlank = body.trim() === '';
  const found = sectionNamed(all, heading);
  if (isBlank && !found) return { outcome: 'unknown', heading, sections: namesOf(all) };
  const { title, line, level, start, end } = found ? placeOf(found, all, whole) : newPlace(all, heading, whole);
  const before = whole.slice(0, start).trimEnd();
  const parts = [
    joined(before, missingEnd(before)),
    isBlank ? '' : joined(line, nested(body, heading, title ? DEEPEST_LEVEL : level)),
    onlyBlocks(whole.slice(start, end)),
    whole.slice(end),
  ];
  const text = parts
    .filter((part) => part !== '')
    .map((part) => `${part.replace(/\n+$/, '')}\n`)
    .join('\n');
  return {
    outcome: isBlank ? 'removed' : found ? 'replaced' : 'added',
    heading: found?.heading ?? heading,
    sections: namesOf(sections(text).filter((section) => section.level > 0)),
    text: withLineEndsOf(overview, text),
  };
}

interface SectionPlace {
  /** Whether it is the heading of the whole file. */
  readonly title: boolean;
  /** The heading with its hashes. */
  readonly line: string;
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

function placeOf(found: Section, all: readonly Section[], whole: string): SectionPlace {
  const { level, start } = found;
  const title = isTitle(found, all);
  const next = all.find((other) => other.start > start && (title || other.level <= level));
  return { title, line: whole.slice(start, found.body).trimEnd(), level, start, end: next?.start ?? whole.length };
}

/** Returns a place at the end, before the blocks there. */
function newPlace(all: readonly Section[], heading: string, whole: string): SectionPlace {
  const levels = all.filter((section) => !isTitle(section, all)).map((section) => section.level);
  const level = levels.length > 0 ? Math.min(...levels) : USUAL_LEVEL;
  const at = endOfFreeText(whole);
  return { title: false, line: `${'#'.repeat(level)} ${heading}`, level, start: at, end: at };
}

/** Whether it is the title: the first heading, and the only one of level 1. */
const isTitle = ({ level, start }: Section, all: readonly Section[]): boolean =>
  level === 1 && start === all[0]?.start && all.filter((other) => other.level === 1).length === 1;

/** Returns the section with the name: the highest level first, then the exact spelling, then the first one. */
function sectionNamed(all: readonly Section[], name: string): Section | undefined {
  const alike = all.filter(({ heading }) => folded(heading) === folded(name));
  const top = Math.min(...alike.map(({ level }) => level));
  const highest = alike.filter(({ level }) => level === top);
  return highest.find(({ heading }) => heading === name) ?? highest[0];
}

/** Returns the heading for a name in the form in which it will be found again; models also send the hashes. */
function headingOf(name: string): string {
  const line = name
    .replace(/<!--|-->/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return sections(`## ${line.replace(/^#+ ?/, '')}`)[0]?.heading ?? '';
}

const folded = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]|:$/g, '');

/** Returns the text as the body of a section: its headings below the section's, open fences and comments closed. */
function nested(body: string, heading: string, level: number): string {
  const plain = freeText(body)
    .replace(/^\s*\n/, '')
    .trimEnd();
  const [first] = sections(plain);
  const repeats = first !== undefined && first.level > 0 && folded(first.heading) === folded(heading);
  const text = repeats ? plain.slice(first.body).replace(/^\s*\n/, '') : plain;
  const inside = sections(text).filter((section) => section.level > 0);
  const down = Math.max(0, level + 1 - Math.min(...inside.map((section) => section.level)));
  let result = text.slice(0, inside[0]?.start);
  for (const section of inside) {
    const lower = section.level + down;
    const line = lower > DEEPEST_LEVEL ? `**${section.heading}**` : `${'#'.repeat(lower)} ${section.heading}`;
    const lineBreak = section.body > section.start && text[section.body - 1] === '\n' ? '\n' : '';
    result += `${line}${lineBreak}${text.slice(section.body, section.end)}`;
  }
  return joined(result, missingEnd(result));
}

const joined = (text: string, line: string): string => (text === '' || line === '' ? text + line : `${text}\n${line}`);

const namesOf = (all: readonly Section[]): string[] =>
  all.filter((section) => !isTitle(section, all)).map(({ heading }) => heading);
