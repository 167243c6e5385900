// Finds names in the notes that nobody mentions any more, and recurring names that the notes lack. Pure, and linear in
// the texts.
import { REMINDER_NAMES } from '../../options/policy.ts';
import { withoutComments } from '../../recall/sections.ts';
import { freeText } from '../../tree/overview/system-blocks.ts';
import type { SeenMessage } from '../view/history.ts';
import { rankedNames } from './identifier-ledger.ts';
import { identifiersOf, isMentioned } from './identifiers.ts';
import { mentionsIn } from './mentions.ts';
import { atOnce } from '../steps.ts';

/** Names, the most telling first. */
export interface Lapses {
  /** Names in the notes that none of the newest messages has. */
  readonly stale: readonly string[];
  /** Names in several of the newest messages that the notes lack. */
  readonly missing: readonly string[];
}

/**
 * Finds stale and missing names. A name counts as missing only where the user or the model has it: the author of a page
 * or a file must not choose what a reminder says. Results keep a name from being stale, though.
 */
export function lapsesOf(
  messages: readonly SeenMessage[],
  overview: string,
  namesIn: (text: string) => readonly string[] = identifiersOf,
): Lapses {
  const { most, longest, recurring } = REMINDER_NAMES;
  const notes = withoutComments(freeText(overview));
  const newest = messages.slice(-REMINDER_NAMES.messages);
  const said = newest.map(({ role, text, calls = [] }, index) => {
    const parts = role === 'user' || role === 'assistant' ? [text, ...calls.map((call) => call.arguments)] : [];
    return { index, text: parts.map(beginning).join('\n') };
  });
  const results = newest.flatMap(({ results: all = [] }) => all.map((result) => beginning(result.text)));
  const isCurrent = mentionsIn([...said.map(({ text }) => text), ...results].join('\n'));
  const isNoted = mentionsIn(notes);
  const isShort = (name: string): boolean => name.length <= longest && !name.includes('=');
  const all = atOnce(rankedNames(said, namesIn)).filter(({ messages: count }) => count >= recurring);
  return {
    // A name that was noted a moment ago has had no time to become stale.
    stale:
      messages.length < REMINDER_NAMES.messages
        ? []
        : namesIn(notes)
            .filter((name) => isShort(name) && !isMentioned(name, isCurrent))
            .slice(0, most),
    missing: all
      .map(({ name }) => name)
      .filter((name) => isShort(name) && !isMentioned(name, isNoted) && !OWN_PATH.test(name))
      .slice(0, most),
  };
}

const beginning = (text: string): string => text.slice(0, REMINDER_NAMES.read);

/** Matches a file of the tree, which is in the index; the model's calls name it all the time. */
const OWN_PATH = /(?:^|\/)(?:overview\.md$|detail\/|archive\/)/;
