// The part that reads pictures, sound, video and files. A page loads it with the first request that has one.
import { lazy } from '../lazy.ts';

export const mediaPart = /* @__PURE__ */ lazy(
  'pictures and files',
  'seenMedia',
  () => import('../context/seen-media.ts'),
);
