// Made-up runs of a support agent, the same on every machine: long conversations whose late turns need details from
// early ones. The agent keeps its overview.md with a write tool of the app.
import { type Random, seeded } from '../../random.ts';
import type { ChatCall, ChatMessage, Run } from '../../../replay/chat.ts';
import { caseOf, type Case, record } from './generated-cases.ts';

const RUNS = 10;
const [FEWEST_TURNS, MOST_TURNS] = [30, 60];
const MOST_STEPS = 5;
/**
 * Sizes of results in tokens; every doubling from the shortest to the longest is equally likely. A call adds about as
 * much as in the recorded runs on repositories.
 */
const [SHORTEST_RESULT, LONGEST_RESULT, DOUBLINGS] = [50, 1600, 4];
const TURNS_PER_WRITE = 3;
const PARALLEL = 0.2;
const [FIRST_RETURN, RETURNING] = [5, 0.4];
/** Cases listed in the overview. */
const IN_OVERVIEW = 12;

const SYSTEM = `You are the support agent of a mail-order shop. You look up customers, orders and parcels with your tools
and change orders when the user asks for it. Never guess an id: take it from a tool result or from what you noted.
Keep working-memory/overview.md up to date with the write tool; it is your memory outside of the conversation.
Answer in two or three sentences and say which order you speak of.`;

export const generatedRuns = (count: (text: string) => number, runs = RUNS): Run[] =>
  Array.from({ length: runs }, (_, seed) => generatedRun(seed, count));

/** @param count counts the tokens of a text, to fill results up to their size */
export function generatedRun(seed: number, count: (text: string) => number): Run {
  const random = seeded(seed + 1);
  const messages: ChatMessage[] = [{ role: 'system', content: SYSTEM }];
  const cases: Case[] = [];
  const turns = random.between(FEWEST_TURNS, MOST_TURNS);
  let calls = 0;
  const step = (planned: readonly Planned[]): void => {
    const made = planned.map(({ tool, input }): ChatCall => ({
      id: `call_${seed}_${calls++}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
    messages.push({ role: 'assistant', content: null, tool_calls: made });
    planned.forEach(({ tool, result }, at) =>
      messages.push({ role: 'tool', tool_call_id: made[at]?.id ?? '', name: tool, content: result }),
    );
  };

  for (let turn = 0; turn < turns; turn++) {
    const returns = turn >= FIRST_RETURN && random.chance(RETURNING);
    // Old cases return as often as recent ones, but never one of the last turns.
    const topic = returns ? random.pick(cases.slice(0, -2)) : caseOf(random, cases.length);
    if (!returns) cases.push(topic);
    messages.push({ role: 'user', content: returns ? topic.later(random) : topic.opening });
    const plan = returns ? changing(topic) : looking(topic);
    const writes = turn % TURNS_PER_WRITE === TURNS_PER_WRITE - 1;
    const steps = random.between(1, writes ? MOST_STEPS - 1 : MOST_STEPS);
    for (let at = 0; at < steps; at++) {
      const size = random.chance(PARALLEL) ? random.between(2, 3) : 1;
      const inputs = Array.from({ length: size }, (_, place) => plan[(at + place) % plan.length] as Lookup);
      step(inputs.map((lookup) => ({ ...lookup, result: result(lookup, topic, random, count) })));
    }
    if (writes) step([overviewWrite(cases)]);
    messages.push({ role: 'assistant', content: topic.answer(random) });
  }
  return { id: `generated-${seed}`, native: true, messages };
}

interface Lookup {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

interface Planned extends Lookup {
  readonly result: string;
}

/** Calls of a new case: each result contains what the next call asks for. */
const looking = ({ customer, email, order, parcel }: Case): Lookup[] => [
  { tool: 'find_customer', input: { name: customer } },
  { tool: 'get_order', input: { order_id: order } },
  { tool: 'track_parcel', input: { tracking_number: parcel } },
  { tool: 'list_letters', input: { email } },
];

/** Calls of an old case: their ids appear only where the case was new. */
const changing = ({ email, order, parcel }: Case): Lookup[] => [
  { tool: 'change_order', input: { order_id: order } },
  { tool: 'trace_parcel', input: { tracking_number: parcel } },
  { tool: 'send_letter', input: { email } },
];

/** Returns the case's own record among others. */
function result(lookup: Lookup, topic: Case, random: Random, count: (text: string) => number): string {
  // Only calls of a new case reveal its ids.
  const own = lookup.tool in topic.records ? (topic.records[lookup.tool] as string) : topic.confirmation;
  const least = SHORTEST_RESULT * 2 ** random.between(0, DOUBLINGS);
  const target = random.between(least, Math.min(2 * least, LONGEST_RESULT));
  const lines = [own];
  let size = count(own);
  for (;;) {
    const line = record(random);
    size += count(line) + 1;
    if (size > LONGEST_RESULT) break;
    lines.push(line);
    if (size >= target) break;
  }
  const place = random.between(0, lines.length - 1);
  return [...lines.slice(1, place + 1), own, ...lines.slice(place + 1)].join('\n');
}

/** Writes a short overview on purpose: order numbers of the newest cases only. */
function overviewWrite(cases: readonly Case[]): Planned {
  const newest = cases.slice(-IN_OVERVIEW);
  const content = [
    '# Working Memory',
    '',
    '## Current task',
    `Support for a mail-order shop; ${cases.length} cases so far, the newest is ${cases.at(-1)?.customer}.`,
    '',
    '## Known facts',
    ...newest.map(({ customer, item, order }) => `- ${customer} (${item}): order ${order}`),
    '',
    '## Open questions',
    ...newest.slice(-2).map(({ customer, item }) => `- ${customer} waits for news about the ${item}`),
    '',
  ].join('\n');
  const path = 'working-memory/overview.md';
  return { tool: 'write', input: { path, content }, result: `Wrote ${content.length} characters to ${path}.` };
}
