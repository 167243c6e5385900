// The part for the model's writes on a text that others changed; a page loads it with the tools, or when first needed.
import { lazy } from '../lazy.ts';

export const basedWritePart = /* @__PURE__ */ lazy(
  'writes of the model',
  'writeOnSeen',
  () => import('./based-write.ts'),
);
