// A request for each kind of forget that selects a canary.
import type { ForgetRequest } from '../../../src/items/forgetting/request.ts';
import type { STRATEGIES } from '../../../src/items/forgetting/strategies.ts';

/** The canary is the only item that each of them selects. */
export const KINDS: { readonly [By in keyof typeof STRATEGIES]: (id: string, text: string) => ForgetRequest } = {
  oldest: () => 'oldest',
  'least-important': () => 'least important',
  position: () => 'position:0',
  'before-step': () => 'before:step_1',
  ids: (id) => ({ ids: [id] }),
  text: (_, text) => ({ text: text.toUpperCase() }),
  tags: () => ({ tags: ['canary'] }),
  filters: () => ({ filters: { speaker: 'Ann' } }),
  message: () => ({ message: 0 }),
  importance: () => ({ strategy: 'importance_based', threshold: 0.2 }),
  age: () => ({ strategy: 'time_based', hours: 1 }),
  capacity: () => ({ strategy: 'capacity_based', maxItems: 1 }),
};
