// A model's summary in place of older messages, as coding agents and frameworks do it. The summary is filler of the
// right length: a model's real words are unknown, so the facts of these peers are a lower bound.
import { type ChatMessage, contentOf, systemEnd } from '../chat.ts';
import type { Strategy } from '../strategy.ts';
import { newestGroups, tokensIn } from './call-groups.ts';

interface SummaryRule {
  readonly name: string;
  /** Whether the call for the summary continues the conversation, rather than sending it as a new text. */
  readonly isCached: boolean;
  /** Share of the window above which a new result is cut; absent: none is cut. */
  readonly cutAbove?: number;
}

const RULES: readonly SummaryRule[] = [
  { name: 'summary', isCached: true },
  { name: 'summary-uncached', isCached: false },
  { name: 'summary-cut', isCached: true, cutAbove: 0.25 },
];

/** Shares of the window. */
const TRIGGER = 0.75;
const KEEP = 0.25;
const LENGTH = 0.08;
const LONGEST = 1000;

export const summaries: readonly Strategy[] = RULES.map(summarizing);

export const summaryTokens = (window: number): number => Math.min(LONGEST, Math.round(LENGTH * window));

function summarizing({ name, isCached, cutAbove }: SummaryRule): Strategy {
  return {
    name,
    hasEpochs: false,
    open: async (_run, window, tokensOf) => {
      const cutResult = cutter(cutAbove === undefined ? Infinity : Math.floor(cutAbove * window), tokensOf);
      const countText = (text: string): number => tokensOf(said(text)) - tokensOf(said(''));
      let count = 0;
      let summary: ChatMessage[] = [];
      /** Index of the first message after the summary. */
      let from = 0;
      return {
        request: async (whole) => {
          const list = whole.map(cutResult);
          const start = systemEnd(list);
          from = Math.max(from, start);
          const system = list.slice(0, start);
          const before = [...system, ...summary, ...list.slice(from)];
          const cut = newestGroups(list, KEEP * window, from, tokensOf);
          const isCut = list.some((message, at) => message !== whole[at]);
          if (tokensIn(before, tokensOf) <= TRIGGER * window || cut === from) {
            return { messages: before, hides: isCut || summary.length > 0 };
          }
          from = cut;
          summary = [said(emptyWords(++count, summaryTokens(window), countText))];
          return {
            messages: [...system, ...summary, ...list.slice(from)],
            hides: true,
            compacted: true,
            summary: { messages: before, isCached, output: summaryTokens(window) },
          };
        },
        close: async () => {},
      };
    },
  };
}

const said = (content: string): ChatMessage => ({ role: 'user', content });

/** Returns filler of exactly `tokens` tokens, different for every `number`. */
export function emptyWords(number: number, tokens: number, countText: (text: string) => number): string {
  const opening = `Summary ${number} of the conversation so far:`;
  const words = (count: number): string => opening + ' and so on'.repeat(count);
  let count = Math.max(0, Math.floor((tokens - countText(opening)) / 3));
  while (countText(words(count)) > tokens && count > 0) count--;
  let text = words(count);
  while (countText(text) < tokens) text += ' etc';
  return text;
}

/** Returns a function that cuts the middle out of results above the limit. */
function cutter(limit: number, tokensOf: (message: ChatMessage) => number): (message: ChatMessage) => ChatMessage {
  const done = new WeakMap<ChatMessage, ChatMessage>();
  return (message) => {
    if (message.role !== 'tool' || tokensOf(message) <= limit) return message;
    let short = done.get(message);
    if (!short) {
      short = shortened(message, limit, tokensOf);
      done.set(message, short);
    }
    return short;
  };
}

function shortened(message: ChatMessage, limit: number, tokensOf: (message: ChatMessage) => number): ChatMessage {
  const text = contentOf(message);
  for (let length = Math.floor((text.length * limit) / tokensOf(message)); ; length = Math.floor(0.9 * length)) {
    const half = Math.floor(length / 2);
    const short = { ...message, content: `${text.slice(0, half)}\n[cut]\n${text.slice(text.length - half)}` };
    if (length < 1 || tokensOf(short) <= limit) return short;
  }
}
