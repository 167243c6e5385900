// Reads the app's messages through its lens into the neutral form that the rules use.
import { countedIn, type SeenMessage } from '../../../context/view/history.ts';
import type { Lens } from '../../../context/view/lens.ts';
import { type KnownHashes, nextHash } from '../../../context/list/list-hashes.ts';
import { DROPPED } from '../../../context/words/dropped.ts';
import { NO_MESSAGES } from '../../../context/list/rolling-hash.ts';
import type { NewMessage } from '../../../tree/transcript/transcript.ts';
import { isPlainName, kindOf } from '../../../errors.ts';
import type { CountedTexts } from './counted-texts.ts';
import { FormerMessages } from './former-messages.ts';
import { refuseForeign } from './foreign-messages.ts';
import { mediaPart } from '../../on-demand/media.ts';
import { invalid } from '../refusals.ts';
import { mediaTokens } from '../../../context/media/left-out.ts';
import type { Medium, SeenMedium } from '../../../context/media/medium.ts';
import { didYouMean } from '../../../options/nearest.ts';
import type { Settings } from '../../../options/options.ts';
import type { Slices } from '../slices.ts';

/** Tokens that a message, and a call in it, take beside their texts in common formats. */
const MESSAGE_TOKENS = 4;
const CALL_TOKENS = 6;

const NOTICES = Object.values(DROPPED);

const MEMBERS = ['role', 'text', 'calls', 'results', 'inject', 'append', 'withResult'] as const;

/** Checks that the value is a lens. @throws invalid-input */
export function checkLens(lens: unknown): asserts lens is Lens<unknown> {
  const given = (lens ?? {}) as Partial<Record<(typeof MEMBERS)[number], unknown>>;
  const missing = MEMBERS.find((name) => typeof given[name] !== 'function');
  if (missing === undefined) return;
  const meant = didYouMean(missing, Object.keys(given));
  const without = typeof lens === 'object' ? ` without ${missing}${meant}` : '';
  throw invalid(
    'lens',
    'a lens, such as openaiChat of working-memory/lenses',
    `${kindOf(lens) ?? 'nothing'}${without}`,
  );
}

/**
 * Reads the app's messages.
 * @throws invalid-input: a message that the lens cannot place; part-unavailable; nothing was changed
 */
export async function readMessages<Message>(
  lens: Lens<Message>,
  messages: readonly Message[],
  texts: CountedTexts,
  known: KnownHashes,
  slices: Slices,
  charges: Settings['context']['charges'] = 'auto',
  former: FormerMessages = new FormerMessages(),
): Promise<SeenMessage[]> {
  checkLens(lens);
  if (!Array.isArray(messages)) throw invalid('messages', 'a list of messages', typeof messages);
  await refuseForeign(lens, messages);
  const provider = charges === 'auto' ? lens.provider : charges;
  const mediaIn = async (
    given: readonly Medium[],
    named: NewMessage,
    message: Message,
    index: number,
  ): Promise<readonly SeenMedium[]> => {
    const bare = lens.withoutMedia?.(
      message,
      given.map(() => ''),
    );
    const unnamed = bare === undefined ? undefined : neutralForm(lens, bare, index);
    if (unnamed) await slices.beforehand(countedIn(unnamed), (piece) => texts.count(piece));
    return (await mediaPart()).seenMedia(given, provider, { named, unnamed }, (text) => texts.count(text));
  };
  const seen: SeenMessage[] = [];
  let hash = NO_MESSAGES;
  for (const [index, message] of messages.entries()) {
    const neutral = neutralForm(lens, message as Message, index);
    const given = lens.media?.(message as Message) ?? [];
    const same = former.at(index, neutral, hash, known);
    if (same && !same.media && given.length === 0) {
      // Counted again, so that the texts stay in the cache.
      for (const text of countedIn(same)) {
        const counted = texts.count(text);
        if (typeof counted !== 'number') await counted;
      }
      hash = same.hash;
      seen.push(same);
      await slices.after('read', 0, index + 1, messages.length);
      continue;
    }
    const counts = countedIn(neutral);
    let tokens = MESSAGE_TOKENS + CALL_TOKENS * (neutral.calls?.length ?? 0);
    const whole = counts.reduce((sum, part) => sum + part.length, 0);
    const units = await slices.beforehand(counts, (piece) => texts.count(piece));
    for (const part of counts) {
      const counted = texts.count(part);
      tokens += typeof counted === 'number' ? counted : await counted;
    }
    await slices.whole(whole);
    const media = given.length > 0 ? await mediaIn(given, neutral, message as Message, index) : undefined;
    tokens += mediaTokens(media);
    // Leading system messages have a hash of their own: a changed prompt is not an edited conversation.
    const isHead = neutral.role === 'system' && hash === NO_MESSAGES;
    if (!isHead) hash = same?.hash ?? nextHash(hash, neutral, known);
    const isDropped = neutral.role === 'user' && NOTICES.some((notice) => notice(index) === neutral.text);
    seen.push({ ...neutral, tokens, hash, ...(media && { media }), ...(isDropped && { isDropped }) });
    await slices.whole(whole);
    await slices.after('read', units, index + 1, messages.length);
  }
  former.set(seen, known);
  return seen;
}

/** Returns the neutral form of a message. @throws invalid-input */
export function neutralForm<Message>(lens: Lens<Message>, message: Message, index: number): NewMessage {
  let role;
  try {
    role = lens.role(message);
    if (role) {
      const [text, calls, results] = [lens.text(message), lens.calls(message), lens.results(message)];
      const at = saidAt(message);
      return {
        role,
        text: storable(text),
        ...(at !== undefined && { at }),
        ...(calls.length > 0 && {
          calls: calls.map((call) => ({ ...call, arguments: storable(call.arguments) })),
        }),
        ...(results.length > 0 && {
          results: results.map((result) => ({ ...result, text: storable(result.text) })),
        }),
      };
    }
  } catch (cause) {
    throw invalid(
      `messages[${index}]`,
      `a message of the format ${lens.name}`,
      `one that its lens cannot read: ${String(cause)}`,
    );
  }
  const meant = nearestRole(lens, message);
  throw invalid(`messages[${index}]`, `a message of the format ${lens.name} with a known role${meant}`, shown(message));
}

/** Roles in all formats that a lens reads. */
const ROLES = ['system', 'user', 'assistant', 'tool', 'developer', 'model', 'function', 'human', 'ai'];

/** Returns the end of a sentence that names the role probably meant, of those that the lens reads here. */
function nearestRole<Message>(lens: Lens<Message>, message: Message): string {
  const { role, type } = Object(message) as { readonly role?: unknown; readonly type?: unknown };
  const field = role === undefined ? 'type' : 'role';
  const known = ROLES.filter((name) => lens.role({ ...message, [field]: name }));
  return didYouMean(role ?? type, known);
}

/** Limit of times in seconds; from here on a number counts milliseconds. */
const LATEST_SECONDS = 1e11;

/**
 * Returns when the message was said, ms since 1970: by the date that apps and exports of chats put on messages of any
 * format.
 */
function saidAt(message: unknown): number | undefined {
  const { createdAt, created_at, timestamp, metadata } = (message ?? {}) as Readonly<Record<string, unknown>>;
  const { createdAt: inMetadata, created_at: inOther } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const date = createdAt ?? created_at ?? timestamp ?? inMetadata ?? inOther;
  const given = typeof date === 'string' ? Date.parse(date) : date instanceof Date ? date.getTime() : date;
  if (typeof given !== 'number' || !(given > 0) || !Number.isFinite(given)) return undefined;
  const ms = given < LATEST_SECONDS ? given * 1000 : given;
  return ms <= 8.64e15 ? Math.floor(ms) : undefined;
}

/** Replaces half surrogate pairs and NUL, which files and transcript refuse, with U+FFFD. */
export const storable = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\ufffd');

function shown(message: unknown): string {
  const { role, type } = (message ?? {}) as { role?: unknown; type?: unknown };
  if (typeof message !== 'object' || message === null) return kindOf(message) ?? 'nothing';
  const named = (name: unknown): string => (isPlainName(name) ? JSON.stringify(name) : String(kindOf(name)));
  return role !== undefined
    ? `role ${named(role)}`
    : type !== undefined
      ? `type ${named(type)}`
      : 'neither role nor type';
}
