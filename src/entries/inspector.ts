// The public entry of `working-memory/inspector`: shows what is in an open memory. Defines `<wm-inspector>`.
import { createInspect, type Inspect } from '../inspector/inspect.ts';

/**
 * Puts an inspector into the page, over an open memory or over what `export` returned. It reads alone, unless `write` is
 * given. In a build for production it shows nothing: import `working-memory/inspector-always` to have it there.
 * @throws invalid-input: no memory, or a window that the browser refused · as `import`, of an export
 */
export const inspect: Inspect = /* @__PURE__ */ createInspect(() => import('./index.ts'));

export type { WmInspector } from '../inspector/element.tsx';
export type { Inspect, InspectOptions, Inspector } from '../inspector/inspect.ts';
