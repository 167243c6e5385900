// Which pictures, sound and files a request leaves out, and what that saves. Pure.
import type { History, SeenMessage } from '../view/history.ts';
import type { Ledger } from '../view/ledger.ts';
import type { SeenMedium } from './medium.ts';

/** Whether the media of the message at this index are left out. */
export const isLeftOut = ({ mediaFrom }: Pick<Ledger, 'mediaFrom'>, index: number): boolean =>
  mediaFrom !== undefined && index < mediaFrom.index && index !== mediaFrom.spared;

/** Media that a text can stand for. */
export const canLeave = (media: readonly SeenMedium[]): boolean => media.every(({ isFixed }) => isFixed !== true);

export const mediaTokens = (media: readonly SeenMedium[] = []): number =>
  media.reduce((sum, { tokens }) => sum + tokens, 0);

/** Tokens of the text in the place of one, about. */
const NOTICE_TOKENS = 24;

/** What a request saves, about, that leaves these out: they go with their names, and texts take their places. */
export const savedWithout = (media: readonly SeenMedium[] = []): number =>
  media.reduce((sum, { tokens, nameTokens }) => sum + tokens + nameTokens - NOTICE_TOKENS, 0);

/** Tokens of a message as a request shows it, without notes and stubs. */
export function tokensInView(
  message: SeenMessage | undefined,
  index: number,
  ledger: Pick<Ledger, 'mediaFrom'>,
): number {
  if (!message) return 0;
  if (!message.media || !isLeftOut(ledger, index) || !canLeave(message.media)) return message.tokens;
  return message.tokens - savedWithout(message.media);
}

/** Media that a request shows, of those messages that are not hidden. */
export function mediaShown({ messages }: History, hidden: Uint8Array, ledger: Pick<Ledger, 'mediaFrom'>): number {
  let shown = 0;
  for (const [index, message] of messages.entries()) {
    if (!message.media || hidden[index] === 1) continue;
    if (!isLeftOut(ledger, index) || !canLeave(message.media)) shown += message.media.length;
  }
  return shown;
}

/** Of the media in the result of this call, those that its stub saves: what is fixed stays in any case. */
export const mediaOfResult = (message: SeenMessage | undefined, callId: string): readonly SeenMedium[] =>
  message?.media?.filter((medium) => medium.callId === callId && medium.isFixed !== true) ?? [];

/** With what the provider was seen to charge for each beyond the default. */
export function withLearntCharges(history: History, perMedium: number): History {
  if (perMedium === 0 || !history.messages.some(({ media }) => media)) return history;
  const messages = history.messages.map((message) => {
    if (!message.media) return message;
    const media = message.media.map((one) => ({ ...one, tokens: Math.max(0, Math.ceil(one.tokens + perMedium)) }));
    return { ...message, media, tokens: message.tokens - mediaTokens(message.media) + mediaTokens(media) };
  });
  return { ...history, messages };
}
