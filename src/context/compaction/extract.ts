// What is said of hidden messages without an LLM, in their own words; and what is lost with them. Pure.
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import type { Retention } from './compaction.ts';
import { type SalienceCue, salienceCues, saysFailure } from './salience-cues.ts';
import { isMentioned, rankedNames } from './identifiers.ts';
import { mentionsIn } from './mentions.ts';
import { oneLine, sentences, shortener } from './sentences.ts';

export interface HiddenMessage extends Pick<NewMessage, 'role' | 'text' | 'calls' | 'results'> {
  /** Place in the conversation, from 0, rising. */
  readonly index: number;
}

interface SummaryLine {
  /** Order in the conversation: by message, then as found. */
  readonly index: number;
  readonly sequence: number;
  readonly label: string;
  readonly body: string;
}

/** What there is to say, by kind; each oldest first. A line may be of two kinds. */
interface Kinds {
  readonly requests: SummaryLine[];
  readonly decisions: SummaryLine[];
  readonly conclusions: SummaryLine[];
  readonly findings: SummaryLine[];
  readonly tools: SummaryLine[];
  /** How other texts of the assistant begin: all that a long turn leaves behind. Only where there is room. */
  readonly steps: SummaryLine[];
}

/** In graphemes. */
const LONGEST_BODY = 200;
const SHORTEST_BODY = 20;
/** A beginning that is shorter says little ("Hi!"), so the next sentence joins it. In UTF-16 units, as what follows. */
const SHORTEST_LEAD = { user: 120, assistant: 40 };
/** What is longer is no sentence, but a log or a table. */
const LONGEST_SENTENCE = 800;
/** In letters; a Chinese one counts for three. */
const SHORTEST_SENTENCE = 8;
/** Sentences of one message beside its beginning: a pasted document is full of "must". */
const MOST_CUED = 3;
const MOST_TOOLS = 12;
const LONGEST_TOOL_NAME = 40;
/** Lines in a row that did not fit, after which no shorter one is looked for. */
const MOST_MISFITS = 100;
const MOST_AT_RISK = 20;

/**
 * Lines such as `- [12] user: …`, in order of the conversation, as many as the budget holds; empty when none does.
 *
 * Of each turn: how the request begins, verbatim; sentences in which the user sets a rule, or someone decides, finds out
 * or says what comes next; how the assistant's last text begins; the tools used: `bash ×5 ✗2` failed twice. When the
 * budget is short, one line of each kind is taken in turns (request, decision or rule, conclusion, finding, tools), the
 * newest first, but before all others the request that everything began with; what room is left goes to how other texts
 * of the assistant begin. Of tool results nothing is quoted: anyone may have written them. (S002-34, 41)
 */
export function extractiveSummary(
  hidden: readonly HiddenMessage[],
  { maxTokens, count }: { readonly maxTokens: number; readonly count: (text: string) => number },
): string {
  const ranked = byRank(kindsIn(hidden));
  const chosen: SummaryLine[] = [];
  let used = 0;
  let misfits = 0;
  for (const line of ranked) {
    const cost = count(`${written(line)}\n`);
    if (used + cost <= maxTokens) {
      chosen.push(line);
      used += cost;
      misfits = 0;
    } else if (++misfits > MOST_MISFITS) {
      break;
    }
  }
  // A sum over lines is not the count of the whole for every measure.
  while (chosen.length > 0 && count(joined(chosen)) > maxTokens) chosen.length -= Math.ceil(chosen.length / 16);
  if (chosen.length > 0 || ranked[0] === undefined) return joined(chosen);
  return longestCut(ranked[0], (text) => count(text) <= maxTokens);
}

/** What the hidden texts name, and how much of it the visible text still mentions. At risk: the weightiest first. */
export function retentionOf(hidden: readonly string[], visible: string): Retention {
  const names = rankedNames(hidden.map((text, index) => ({ text, index })));
  const mentioned = mentionsIn(visible);
  const lost = names.filter(({ shown }) => !isMentioned(shown, mentioned));
  return {
    identifiers: names.length,
    kept: names.length - lost.length,
    atRisk: lost.slice(0, MOST_AT_RISK).map(({ shown }) => shown),
  };
}

function kindsIn(hidden: readonly HiddenMessage[]): Kinds {
  const kinds: Kinds = { requests: [], decisions: [], conclusions: [], findings: [], tools: [], steps: [] };
  const shorten = shortener();
  let sequence = 0;
  const line = (index: number, label: string, body: string): SummaryLine => ({
    index,
    label,
    body,
    sequence: sequence++,
  });
  for (const turn of turnsOf(hidden)) {
    let conclusion: SummaryLine | undefined;
    for (const { role, text, index } of turn) {
      if (role !== 'user' && role !== 'assistant') continue;
      const [lead, ...others] = statements(text, role);
      if (lead === undefined) continue;
      const first = line(index, role, shorten(lead.body, LONGEST_BODY));
      if (role === 'user') kinds.requests.push(first);
      else {
        if (conclusion) kinds.steps.push(conclusion);
        conclusion = first;
      }
      place(first, lead.cues, kinds);
      for (const { body, cues } of others) place(line(index, role, shorten(body, LONGEST_BODY)), cues, kinds);
    }
    if (conclusion) kinds.conclusions.push(conclusion);
    const tools = toolsOf(turn);
    if (tools !== '') kinds.tools.push(line(turn.find(({ calls }) => calls?.length)?.index ?? 0, 'tools', tools));
  }
  return kinds;
}

function place(line: SummaryLine, cues: readonly SalienceCue[], { decisions, findings }: Kinds): void {
  if (cues.some((cue) => cue !== 'finding')) decisions.push(line);
  else if (cues.length > 0) findings.push(line);
}

/** A turn begins with a user's message; what stands before the first one is a turn too. */
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

interface Statement {
  readonly body: string;
  readonly cues: readonly SalienceCue[];
}

/** How a message begins, then the sentences in it that a cue marks. */
function statements(text: string, role: 'user' | 'assistant'): Statement[] {
  const all = sentences(text);
  // Nothing but code.
  if (all.length === 0) all.push(oneLine(text));
  let lead = '';
  let taken = 0;
  while (taken < all.length && lead.length < SHORTEST_LEAD[role])
    lead += (/^$|[。！？]$/.test(lead) ? '' : ' ') + (all[taken++] ?? '');
  if (lead === '') return [];
  const stated = (body: string): Statement => ({
    body,
    cues: salienceCues(body.slice(0, LONGEST_SENTENCE)).filter((cue) => cue !== 'constraint' || role === 'user'),
  });
  const cued: Statement[] = [];
  for (let at = taken; at < all.length && cued.length < MOST_CUED; at++) {
    const sentence = all[at] ?? '';
    if (!isProse(sentence)) continue;
    const statement = stated(sentence);
    if (statement.cues.length > 0) cued.push(statement);
  }
  return [stated(lead), ...cued];
}

/** Neither a heading nor mostly signs. */
function isProse(sentence: string): boolean {
  if (sentence.length > LONGEST_SENTENCE || /[:：]$/.test(sentence)) return false;
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const chinese = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  return letters * 2 > sentence.length && letters + 2 * chinese >= SHORTEST_SENTENCE;
}

/** `read ×3, bash ×5 ✗2`, in order of first use; the number of further tools after a plus. */
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

/** Every line once, the most important first. */
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
  const said = new Set<string>();
  return ranked.filter(({ label, body }) => {
    const isNew = !said.has(`${label} ${body}`);
    said.add(`${label} ${body}`);
    return isNew;
  });
}

const written = ({ index, label, body }: SummaryLine): string => `- [${index}] ${label}: ${body}`;

const joined = (lines: readonly SummaryLine[]): string =>
  [...lines]
    .sort((one, other) => one.index - other.index || one.sequence - other.sequence)
    .map(written)
    .join('\n');

/** The most important line, as much of it as fits, found by halving; empty when hardly anything does. */
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
