// The media of a message as the rules see them: with their sizes, and the tokens that they count as. Loaded on first use.
import { chargeOf } from '../../../context/media/charge.ts';
import type { Medium, SeenMedium } from '../../../context/media/medium.ts';
import type { Provider } from '../../../options/charges.ts';
import { sized } from './sized.ts';

/** @param canLeave whether the format takes a text in their place */
export const seenMedia = (
  media: readonly Medium[],
  provider: Provider | undefined,
  canLeave: boolean,
): readonly SeenMedium[] =>
  media.map((given) => {
    const one = sized(given);
    // Without a text in their place, they leave with their message alone.
    const isFixed = one.isFixed === true || !canLeave;
    return { ...one, ...(isFixed && { isFixed }), tokens: chargeOf(one, provider) };
  });
