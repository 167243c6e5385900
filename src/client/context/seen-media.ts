// Reads the media of a message as the rules see them: with their sizes, and the tokens that they count as. Loaded on
// first use.
import { chargeOf } from '../../context/media/charge.ts';
import type { Medium, SeenMedium } from '../../context/media/medium.ts';
import { sized } from '../../context/media/sized.ts';
import type { Provider } from '../../options/charges.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';

interface TextsOfMessage {
  /** Message as it is read: lenses name the media in its texts. */
  readonly named: NewMessage;
  /** Message with nothing in the places of its media; absent where the format takes no text there. */
  readonly unnamed: NewMessage | undefined;
}

/**
 * Returns the media with size and tokens. Media of one text leave it together, so the first counts the names of all.
 */
export async function seenMedia(
  media: readonly Medium[],
  provider: Provider | undefined,
  { named, unnamed }: TextsOfMessage,
  count: (text: string) => number | Promise<number>,
): Promise<readonly SeenMedium[]> {
  const tokensAt = async (message: NewMessage, callId: string | undefined): Promise<number> => {
    let tokens = 0;
    for (const text of textsAt(message, callId)) tokens += await count(text);
    return tokens;
  };
  const places = new Set<string | undefined>();
  const seen: SeenMedium[] = [];
  for (const given of media) {
    const { callId } = given;
    const one = sized(given);
    // Without a text in their place, they leave with their message alone.
    const isFixed = one.isFixed === true || !unnamed;
    const isNamed = unnamed !== undefined && !places.has(callId);
    const nameTokens = isNamed ? (await tokensAt(named, callId)) - (await tokensAt(unnamed, callId)) : 0;
    places.add(callId);
    seen.push({ ...one, ...(isFixed && { isFixed }), tokens: chargeOf(one, provider), nameTokens });
  }
  return seen;
}

const textsAt = ({ text, results = [] }: NewMessage, callId: string | undefined): readonly string[] =>
  callId === undefined ? [text] : results.filter(({ id }) => id === callId).map((result) => result.text);
