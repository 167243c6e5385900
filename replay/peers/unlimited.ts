import type { Strategy } from '../strategy.ts';

/** The whole list every time, as if the window had no end: what every cost is compared with. */
export const unlimited: Strategy = {
  name: 'unlimited',
  hasEpochs: false,
  open: async () => ({
    request: async (messages) => ({ messages, hides: false }),
    close: async () => {},
  }),
};
