// Tells which pictures, sound and files a request leaves out, and what that saves. Pure.
import type { History, SeenMessage } from '../view/history.ts';
import type { Ledger } from '../view/ledger.ts';
import type { SeenMedium } from './medium.ts';

/** Whether the media of the message at this index are left out. */
export const isLeftOut = ({ mediaFrom }: Pick<Ledger, 'mediaFrom'>, index: number): boolean =>
  mediaFrom !== undefined && index < mediaFrom.index && index !== mediaFrom.spared;

/** Whether a text can stand for each of these media. */
export const canLeave = (media: readonly SeenMedium[]): boolean => media.every(({ isFixed }) => isFixed !== true);

export const mediaTokens = (media: readonly SeenMedium[] = []): number =>
  media.reduce((sum, { tokens }) => sum + tokens, 0);

/** Approximate tokens of the text that takes the place of a medium. */
const NOTICE_TOKENS = 24;

/** Estimates the saving when these media are left out: their names go with them, and texts take their places. */
export const savedWithout = (media: readonly SeenMedium[] = []): number =>
  media.reduce((sum, { tokens, nameTokens }) => sum + tokens + nameTokens - NOTICE_TOKENS, 0);

/** Returns the tokens of a message as a request shows it, without notes and stubs. */
export function tokensInView(
  message: SeenMessage | undefined,
  index: number,
  ledger: Pick<Ledger, 'mediaFrom'>,
): number {
  if (!message) return 0;
  if (!message.media || !isLeftOut(ledger, index) || !canLeave(message.media)) return message.tokens;
  return message.tokens - savedWithout(message.media);
}

/** Counts the media that a request shows of messages that are not hidden. */
export function mediaShown({ messages }: History, hidden: Uint8Array, ledger: Pick<Ledger, 'mediaFrom'>): number {
  let shown = 0;
  for (const [index, message] of messages.entries()) {
    if (!message.media || hidden[index] === 1) continue;
    if (!isLeftOut(ledger, index) || !canLeave(message.media)) shown += message.media.length;
  }
  return shown;
}

/** Returns the media in the result of this call that its stub saves; fixed ones stay in any case. */
export const mediaOfResult = (message: SeenMessage | undefined, callId: string): readonly SeenMedium[] =>
  message?.media?.filter((medium) => medium.callId === callId && medium.isFixed !== true) ?? [];

/** Adds to each medium the tokens that the provider was seen to charge beyond the default. */
export function withLearntCharges(history: History, perMedium: number): History {
  if (perMedium === 0 || !history.messages.some(({ media }) => media)) return history;
  const messages = history.messages.map((message) => {
    if (!message.media) return message;
    const media = message.media.map((one) => ({ ...one, tokens: Math.max(0, Math.ceil(one.tokens + perMedium)) }));
    return { ...message, media, tokens: message.tokens - mediaTokens(message.media) + mediaTokens(media) };
  });
  return { ...history, messages };
}
