// Tools of the story's app: a tracker, a build server, a specification, a calendar. Made up and deterministic.
import type { AppTool } from '../agent/app-tools.ts';
import { buildLog, testReport } from './reports.ts';

/** Data of the tools in one language. */
export interface StoryData {
  readonly tools: Readonly<Record<'bug_list' | 'read_spec' | 'calendar' | 'build_log' | 'test_run', string>>;
  /** Bugs by area, one per line. */
  readonly bugs: Readonly<Record<string, readonly string[]>>;
  /** Clauses by section. */
  readonly spec: Readonly<Record<string, readonly string[]>>;
  /** Entries by month, `2027-06`. */
  readonly calendar: Readonly<Record<string, readonly string[]>>;
  readonly unknown: (asked: string, known: readonly string[]) => string;
}

export function appTools({ tools, bugs, spec, calendar, unknown }: StoryData): AppTool[] {
  const lookup = (
    name: keyof StoryData['tools'],
    field: string,
    known: readonly string[],
    answer: (asked: string) => string | undefined,
  ): AppTool => ({
    name,
    description: tools[name],
    parameters: {
      type: 'object',
      properties: { [field]: { type: 'string', enum: known } },
      required: [field],
      additionalProperties: false,
    },
    run: (input) => answer(String(input[field])) ?? unknown(String(input[field]), known),
  });
  const numbered = (lines: readonly string[] | undefined): string | undefined =>
    lines?.map((line, index) => `${index + 1}. ${line}`).join('\n');
  return [
    lookup('bug_list', 'area', Object.keys(bugs), (area) => bugs[area]?.join('\n')),
    lookup('read_spec', 'section', Object.keys(spec), (section) => numbered(spec[section])),
    lookup('calendar', 'month', Object.keys(calendar), (month) => calendar[month]?.join('\n')),
    lookup('build_log', 'build', ['3117', '3140'], buildLog),
    lookup('test_run', 'suite', ['smoke', 'nightly'], testReport),
  ];
}
