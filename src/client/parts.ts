// The parts of the app's side that a page loads on demand, because items, files and recall work without them.
import type { Locale } from '../options/options.ts';
import { lazy } from './lazy.ts';
import { basedWritePart } from './notes/part.ts';
import { mediaPart } from './on-demand/media.ts';
import { compactionPart, readingPart } from './on-demand/reading.ts';

export const contextPart = /* @__PURE__ */ lazy(
  'context',
  'ContextClient',
  () => import('./context/context-client.ts'),
);
export const wordsParts = {
  en: /* @__PURE__ */ lazy('context in English', 'contextWords', () => import('../context/words/en.ts')),
  'zh-CN': /* @__PURE__ */ lazy('context in Chinese', 'contextWords', () => import('../context/words/zh.ts')),
};
export const chineseOverviewPart = /* @__PURE__ */ lazy(
  'overview in Chinese',
  'overviewTemplate',
  () => import('../tree/overview/words/zh.ts'),
);
export const branchesPart = /* @__PURE__ */ lazy('branches', 'listBranches', () => import('./on-demand/branches.ts'));
export const toolsPart = /* @__PURE__ */ lazy('tools', 'toolsOf', () => import('./on-demand/tools.ts'));
export const statePart = /* @__PURE__ */ lazy('state', 'takeEvent', () => import('./on-demand/state.ts'));
export const bundlePart = /* @__PURE__ */ lazy(
  'export and import',
  'exportBundle',
  () => import('./on-demand/bundle.ts'),
);
export const transferPart = /* @__PURE__ */ lazy(
  'export and import',
  'importAny',
  () => import('./workspace/transfer.ts'),
);
export const erasingPart = /* @__PURE__ */ lazy('erase', 'eraseEverywhere', () => import('./workspace/erasing.ts'));
export const gatePart = /* @__PURE__ */ lazy('onBeforeWrite', 'gate', () => import('./writing/gated-engine.ts'));
export const observerPart = /* @__PURE__ */ lazy(
  'onCommand',
  'observeCommands',
  () => import('./observing/command-observer.ts'),
);
export const consolePart = /* @__PURE__ */ lazy('debug', 'logCommand', () => import('./observing/console-log.ts'));
export const reportPart = /* @__PURE__ */ lazy('report', 'reportOf', () => import('./report/report.ts'));
export const embeddingPart = /* @__PURE__ */ lazy('embedding', 'embeddingOf', () => import('./embedding/choice.ts'));

/**
 * Loads the parts one by one while the page is idle, so that later calls need no network.
 * @param ofEngine loads the parts of the engine
 */
export function warmWhenIdle(locale: Locale, ofEngine: () => Promise<void>): void {
  if (typeof requestIdleCallback === 'undefined' || savesData()) return;
  // In the order in which a chat app needs them.
  warm([
    contextPart,
    wordsParts[locale],
    ofEngine,
    mediaPart,
    readingPart,
    compactionPart,
    toolsPart,
    ...(locale === 'zh-CN' ? [async () => (await toolsPart()).chineseToolsPart()] : []),
    basedWritePart,
    statePart,
    branchesPart,
    reportPart,
    erasingPart,
    bundlePart,
    transferPart,
  ]);
}

/** Stops at a part that cannot be loaded: the call that needs it reports the error. */
function warm([next, ...rest]: readonly (() => Promise<unknown>)[]): void {
  if (!next) return;
  const goOn = (): void => warm(rest);
  requestIdleCallback(() => void next().then(goOn, () => undefined));
}

/** Whether the user asked the browser to load less. */
const savesData = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
