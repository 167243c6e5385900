import type { Strategy } from '../strategy.ts';

/** Sends the whole list every time, as if the window had no limit: the baseline of every cost. */
export const unlimited: Strategy = {
  name: 'unlimited',
  hasEpochs: false,
  open: async () => ({
    request: async (messages) => ({ messages, hides: false }),
    close: async () => {},
  }),
};
