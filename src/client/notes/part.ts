// The part for the model's writes on a text that others changed; a page loads it with the first such write.
import { lazy } from '../lazy.ts';

export const basedWritePart = /* @__PURE__ */ lazy(
  'writes of the model',
  'writeOnSeen',
  () => import('./based-write.ts'),
);
