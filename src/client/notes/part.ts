// Writes of the model on a text that others changed: a page loads them when there is one.
import { lazy } from '../lazy.ts';

export const basedWritePart = /* @__PURE__ */ lazy(
  'writes of the model',
  'writeOnSeen',
  () => import('./based-write.ts'),
);
