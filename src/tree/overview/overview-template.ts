// Builds a new overview.md. Pure; its sentences, which address the model, are in a file per language.
import type { Settings } from '../../options/options.ts';

type TemplateKind = Settings['template'];
type HintedHeading = readonly [heading: string, hint: string];

export interface TemplateWords {
  readonly opening: readonly string[];
  /** Headings with hints; with the kind `yaml` the state block adds the fields. */
  readonly sections: Record<TemplateKind, readonly HintedHeading[]>;
  readonly closing: readonly string[];
}

/** Returns the free text of a new overview. */
export function templateText({ opening, sections, closing }: TemplateWords, kind: TemplateKind): string {
  const comment = (lines: readonly string[]): string => `<!--\n${lines.join('\n')}\n-->`;
  const body = sections[kind].map(([heading, hint]) => `## ${heading}\n<!-- ${hint} -->`);
  return `${['# Working Memory', comment(opening), ...body, comment(closing)].join('\n\n')}\n`;
}
