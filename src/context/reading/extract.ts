// An extractive summary of hidden messages: their own words, no LLM; and a count of the names that disappear. Pure.
//
// Sentences are sorted into kinds by cheap cues, and the kinds take turns. A single score over all sentences would fill
// the budget with whatever kind is most frequent; in agent runs that is narration, not decisions.
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import type { Retention } from '../compaction/compaction.ts';
import { type SalienceCue, saysFailure } from './salience-cues.ts';
import { rankedNames } from './identifier-ledger.ts';
import { isMentioned } from './identifiers.ts';
import { mentionsIn } from './mentions.ts';
import { oneLine, shortener } from './sentences.ts';
import { type Statement, statements } from './statements.ts';
import { endsBefore, type Steps } from '../steps.ts';

export interface HiddenMessage extends Pick<NewMessage, 'role' | 'text' | 'calls' | 'results'> {
  /** Index in the conversation, from 0, ascending. */
  readonly index: number;
}

interface SummaryLine {
  /** Keys that restore the order of the conversation: by message, then as found. */
  readonly index: number;
  readonly sequence: number;
  readonly label: string;
  /** Text of the line, shortened only once it is looked at. */
  readonly body: string;
}

/** Candidate lines by kind, each oldest first. A line may belong to two kinds. */
interface Kinds {
  readonly requests: SummaryLine[];
  readonly decisions: SummaryLine[];
  readonly conclusions: SummaryLine[];
  readonly findings: SummaryLine[];
  readonly tools: SummaryLine[];
  /** Beginnings of the assistant's other texts: the trace of a long turn, used only where room is left. */
  readonly steps: SummaryLine[];
}

/** Label of a line about tools; such a line is never cut. */
const TOOLS = 'tools';
/** Limits of a line in graphemes. */
const LONGEST_BODY = 200;
const SHORTEST_BODY = 20;
/** Limit of named tools in a turn; the rest is a number. */
const MOST_TOOLS = 12;
const LONGEST_TOOL_NAME = 40;
/** Limit of lines in a row that do not fit: after so many, a shorter one is unlikely to turn up. */
const MOST_MISFITS = 100;
/** Lines per step: to shorten a line costs as much as reading some messages. */
const LINES_AT_ONCE = 32;
/** Limit of reported names: they are a warning, not a list to work through. */
const MOST_AT_RISK = 20;

/**
 * Returns lines such as `- [12] user: …` in the order of the conversation, as many as fit the budget; empty when none
 * fits.
 *
 * Each turn contributes the beginning of its request, verbatim; sentences with a rule, a decision, a finding or a next
 * step; the beginning of the assistant's last text; and its tools, where `bash ×5 ✗2` means two failures. The first
 * request of all comes first, since everything serves it. Then the kinds take turns, newest lines first. Tool results
 * are never quoted: anyone may have written them, and a summary is trusted more than a result.
 */
export function* extractiveSummary(
  hidden: readonly HiddenMessage[],
  {
    maxTokens,
    count,
    statementsOf = statements,
  }: {
    readonly maxTokens: number;
    readonly count: (text: string) => number;
    readonly statementsOf?: StatementsOf | undefined;
  },
): Steps<string> {
  const kinds = yield* kindsIn(hidden, statementsOf);
  yield;
  const ranked = byRank(kinds);
  const chosen: SummaryLine[] = [];
  let used = 0;
  let misfits = 0;
  const shorten = shortener();
  const said = new Set<string>();
  for (const [at, { body, ...found }] of ranked.entries()) {
    if (endsBefore(at, LINES_AT_ONCE)) yield;
    // Shortened only now, because it costs more than all else, and most lines are never looked at.
    const line = { ...found, body: found.label === TOOLS ? body : shorten(body, LONGEST_BODY) };
    // Equal lines ("Continue.") count once, where they rank highest.
    const shown = `${line.label} ${line.body}`;
    if (said.has(shown)) continue;
    said.add(shown);
    const cost = count(`${written(line)}\n`);
    if (used + cost <= maxTokens) {
      chosen.push(line);
      used += cost;
      misfits = 0;
    } else if (++misfits > MOST_MISFITS) {
      break;
    }
  }
  // Token counters are not additive, so the whole may exceed the sum of its lines. The least important sixteenth goes
  // at a time: a few counts of long texts, not one per line.
  while (chosen.length > 0 && count(joined(chosen)) > maxTokens) chosen.length -= Math.ceil(chosen.length / 16);
  if (chosen.length > 0 || ranked[0] === undefined) return joined(chosen);
  return longestCut(ranked[0], (text) => count(text) <= maxTokens);
}

/**
 * Counts the names in the hidden texts, and those that the visible text still mentions. `atRisk`: highest ranked first.
 * Names rather than statements, because whether a name is still there needs no judgement.
 */
export function* retentionOf(
  hidden: readonly string[],
  visible: string,
  namesOf?: (text: string) => readonly string[],
): Steps<Retention> {
  const names = yield* rankedNames(
    hidden.map((text, index) => ({ text, index })),
    namesOf,
  );
  yield;
  const mentioned = mentionsIn(visible);
  const lost: string[] = [];
  for (const [at, { shown }] of names.entries()) {
    if (endsBefore(at)) yield;
    if (!isMentioned(shown, mentioned)) lost.push(shown);
  }
  return {
    identifiers: names.length,
    kept: names.length - lost.length,
    atRisk: lost.slice(0, MOST_AT_RISK),
  };
}

/**
 * Sorts statements into kinds in one pass over the turns. The last assistant text of a turn is its conclusion; earlier
 * ones only led there.
 */
function* kindsIn(hidden: readonly HiddenMessage[], statementsOf: StatementsOf): Steps<Kinds> {
  const kinds: Kinds = { requests: [], decisions: [], conclusions: [], findings: [], tools: [], steps: [] };
  let sequence = 0;
  const line = (index: number, label: string, body: string): SummaryLine => ({
    index,
    label,
    body,
    sequence: sequence++,
  });
  // Lines are numbered as they are found, across kinds: the number restores their order within a message.
  let turns = 0;
  for (const turn of turnsOf(hidden)) {
    if (endsBefore(turns++)) yield;
    let conclusion: SummaryLine | undefined;
    for (const { role, text, index } of turn) {
      if (role !== 'user' && role !== 'assistant') continue;
      const [lead, ...others] = statementsOf(text, role);
      if (lead === undefined) continue;
      const first = line(index, role, lead.body);
      if (role === 'user') kinds.requests.push(first);
      else {
        // A later text takes its place, so it was a step.
        if (conclusion) kinds.steps.push(conclusion);
        conclusion = first;
      }
      place(first, lead.cues, kinds);
      for (const { body, cues } of others) place(line(index, role, body), cues, kinds);
    }
    if (conclusion) kinds.conclusions.push(conclusion);
    const tools = toolsOf(turn);
    if (tools !== '') kinds.tools.push(line(turn.find(({ calls }) => calls?.length)?.index ?? 0, TOOLS, tools));
  }
  return kinds;
}

/** Adds a line to one of the two at most: a decision or a demand outranks a finding. */
function place(line: SummaryLine, cues: readonly SalienceCue[], { decisions, findings }: Kinds): void {
  if (cues.some((cue) => cue !== 'finding')) decisions.push(line);
  else if (cues.length > 0) findings.push(line);
}

/** Yields the turns. A turn begins with a user's message; messages before the first one form a turn as well. */
function* turnsOf(hidden: readonly HiddenMessage[]): Generator<readonly HiddenMessage[]> {
  let turn: HiddenMessage[] = [];
  for (const message of hidden) {
    if (message.role === 'user' && turn.length > 0) {
      yield turn;
      turn = [];
    }
    turn.push(message);
  }
  yield turn;
}

type StatementsOf = (text: string, role: 'user' | 'assistant') => readonly Statement[];

/**
 * Lists the tools of a turn as `read ×3, bash ×5 ✗2, +4`: in order of first use, `+4` for further tools. A failure
 * tells more than a success: it is why the next calls were made.
 */
function toolsOf(turn: readonly HiddenMessage[]): string {
  const failed = new Set(
    turn.flatMap(({ results = [] }) => results.filter(({ text }) => saysFailure(text)).map(({ id }) => id)),
  );
  const tools = new Map<string, { calls: number; failures: number }>();
  for (const { id, name } of turn.flatMap(({ calls = [] }) => calls)) {
    const tool = tools.get(name) ?? { calls: 0, failures: 0 };
    tool.calls++;
    if (failed.has(id)) tool.failures++;
    tools.set(name, tool);
  }
  const shorten = shortener();
  const shown = [...tools].slice(0, MOST_TOOLS).map(([name, { calls, failures }]) => {
    const failing = failures > 0 ? ` ✗${failures}` : '';
    return `${shorten(oneLine(name), LONGEST_TOOL_NAME)} ×${calls}${failing}`;
  });
  return [...shown, ...(tools.size > MOST_TOOLS ? [`+${tools.size - MOST_TOOLS}`] : [])].join(', ');
}

/**
 * Returns every line once, most important first: kinds take turns from their newest line backwards, so that even a
 * small budget holds some of each kind.
 */
function byRank({ requests, decisions, conclusions, findings, tools, steps }: Kinds): SummaryLine[] {
  const [origin, ...later] = requests;
  const kinds = [later, decisions, conclusions, findings, tools];
  const ranked = origin ? [origin] : [];
  const longest = Math.max(...kinds.map(({ length }) => length));
  for (let round = 1; round <= longest; round++) {
    for (const kind of kinds) {
      const line = kind[kind.length - round];
      if (line) ranked.push(line);
    }
  }
  ranked.push(...[...steps].sort((one, other) => other.sequence - one.sequence));
  return ranked;
}

const written = ({ index, label, body }: SummaryLine): string => `- [${index}] ${label}: ${body}`;

/** Joins lines in the order of the conversation again: rank chooses lines, it does not tell a story. */
const joined = (lines: readonly SummaryLine[]): string =>
  [...lines]
    .sort((one, other) => one.index - other.index || one.sequence - other.sequence)
    .map(written)
    .join('\n');

/**
 * Returns the longest beginning of the most important line that fits, by bisection; empty when hardly anything fits. A
 * counter that is not quite monotonic costs a few words at most, as only a text that was counted is returned.
 */
function longestCut(line: SummaryLine, fits: (text: string) => boolean): string {
  const shorten = shortener();
  let best = '';
  let least = SHORTEST_BODY - 1;
  let most = LONGEST_BODY + 1;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    const text = written({ ...line, body: shorten(line.body, middle) });
    if (fits(text)) [best, least] = [text, middle];
    else most = middle;
  }
  return best;
}
