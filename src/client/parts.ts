// The parts of the app's side that a page loads on demand, because items, files and recall work without them.
import { lazy } from './lazy.ts';
import { readingPart } from './on-demand/reading.ts';

export const contextPart = /* @__PURE__ */ lazy(
  'context',
  'ContextClient',
  () => import('./context/context-client.ts'),
);
export const branchesPart = /* @__PURE__ */ lazy('branches', 'listBranches', () => import('./on-demand/branches.ts'));
export const toolsPart = /* @__PURE__ */ lazy('tools', 'toolsOf', () => import('./on-demand/tools.ts'));
export const statePart = /* @__PURE__ */ lazy('state', 'takeEvent', () => import('./on-demand/state.ts'));
export const bundlePart = /* @__PURE__ */ lazy(
  'export and import',
  'exportBundle',
  () => import('./on-demand/bundle.ts'),
);
export const embeddingPart = /* @__PURE__ */ lazy('embedding', 'embeddingOf', () => import('./embedding/choice.ts'));

/** In the order in which a chat app needs them. */
const PARTS = [contextPart, readingPart, toolsPart, statePart, bundlePart];

/** Loads the parts one by one while the page is idle, so that later calls need no network. */
export function warmWhenIdle(): void {
  if (typeof requestIdleCallback === 'undefined' || savesData()) return;
  warm(PARTS);
}

/** Stops at a part that cannot be loaded: the call that needs it reports the error. */
function warm([next, ...rest]: readonly (() => Promise<unknown>)[]): void {
  if (!next) return;
  const goOn = (): void => warm(rest);
  requestIdleCallback(() => void next().then(goOn, () => undefined));
}

/** The user asked the browser to load less. */
const savesData = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
