// Made-up conversations without tools, the same on every machine: sixty short turns about a plan, in which the user
// sets rules, makes decisions and changes some of them.
import { type Random, seeded } from '../../random.ts';
import type { ChatMessage, Run } from '../../../replay/chat.ts';

const RUNS = 10;
const TURNS = 60;
/** Share of turns that state something; the rest is small talk. */
const STATING = 0.4;
/** Share of stating turns that change an earlier decision. */
const CORRECTING = 0.3;

const SYSTEM = 'You help to plan a move to another flat. Answer in one or two short sentences.';

const MATTERS: readonly (readonly [what: string, choices: readonly string[]])[] = [
  ['the van', ['Kestrel Rentals', 'Orange Wheels', 'the depot on Mill Lane', 'my uncle in Leeds']],
  ['the kitchen', ['light grey', 'pine green', 'plain white', 'the oak fronts']],
  ['the sofa', ['the window wall', 'the long wall', 'the corner by the stove', 'the storage room']],
  ['the internet', ['Fibrenet', 'the cable company', 'a mobile stick', 'the neighbour’s line']],
  ['the piano', ['professional movers', 'Tom and his brother', 'a crane through the window', 'leaving it here']],
  ['the key handover', ['the agency office', 'the flat itself', 'the notary', 'the café downstairs']],
];

const RULES = [
  (random: Random) => `The whole thing must not cost more than ${random.between(8, 40) * 100} euros.`,
  (random: Random) => `Please never call the landlord before ${random.between(8, 11)} in the morning.`,
  (random: Random) => `We can only carry boxes of at most ${random.between(10, 25)} kilos down the stairs.`,
  (random: Random) => `Everything has to be out of the old flat by May ${random.between(2, 28)}.`,
  (random: Random) => `The movers need to know that the lift takes no more than ${random.between(3, 9)} people.`,
  (random: Random) => `Do not plan anything for the week of June ${random.between(1, 25)}, please.`,
];

const SMALL_TALK = [
  ['How would you pack glasses?', 'Wrap each one in paper and stand them upright.'],
  ['It is raining here again.', 'Then it is a good day for sorting papers.'],
  ['I found my old school books.', 'Those are heavy; small boxes are best for them.'],
  ['What do people usually forget?', 'Mostly the cellar, and the post office.'],
  ['The cat hides in every box.', 'Keep one box open as its own until the last day.'],
  ['Tell me something cheerful.', 'The new flat gets the evening sun.'],
  ['I packed four more boxes today.', 'Well done, that is a good pace.'],
  ['My back hurts a little.', 'Take a break and let others lift for now.'],
] as const;

export const chatRuns = (runs = RUNS): Run[] => Array.from({ length: runs }, (_, seed) => chatRun(seed));

export function chatRun(seed: number): Run {
  const random = seeded(1000 + seed);
  const messages: ChatMessage[] = [{ role: 'system', content: SYSTEM }];
  const rules = random.shuffled(RULES);
  const decided = new Map<string, string>();
  for (let turn = 0; turn < TURNS; turn++) {
    const [said, answer] = turn === 0 ? OPENING : nextTurn(random, rules, decided);
    messages.push({ role: 'user', content: said }, { role: 'assistant', content: answer });
  }
  return { id: `chat-${seed}`, native: true, messages };
}

const OPENING = [
  'Hello! I am moving in spring and could use a hand.',
  'Gladly. Tell me what you have so far.',
] as const;

function nextTurn(
  random: Random,
  rules: ((random: Random) => string)[],
  decided: Map<string, string>,
): readonly [said: string, answer: string] {
  if (!random.chance(STATING)) return random.pick(SMALL_TALK);
  const open = MATTERS.filter(([what]) => !decided.has(what));
  if (decided.size > 0 && (open.length === 0 || random.chance(CORRECTING))) {
    const what = random.pick([...decided.keys()]);
    const choices = MATTERS.find(([matter]) => matter === what)?.[1] ?? [];
    const now = random.pick(choices.filter((choice) => choice !== decided.get(what)));
    const before = decided.get(what);
    decided.set(what, now);
    return [`Actually, for ${what} take ${now} instead of ${before}.`, 'Changed.'];
  }
  const rule = random.chance(0.5) ? rules.pop() : undefined;
  if (rule) return [rule(random), 'Understood, I will keep to that.'];
  const [what, choices] = random.pick(open.length > 0 ? open : MATTERS);
  const choice = random.pick(choices);
  decided.set(what, choice);
  return [`I decided on ${what}: we will go with ${choice}.`, 'Noted.'];
}
