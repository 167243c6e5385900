// The public entry of `working-memory/inspector`: shows the contents of an open memory. Defines `<wm-inspector>`.
import { createInspect, type Inspect } from '../inspector/inspect.ts';

/**
 * Puts an inspector into the page, over an open memory or over an export. It only reads, unless `write` is given. In a
 * build for production it shows nothing: import `working-memory/inspector-always` to have it there.
 * @throws invalid-input: no memory, or a window that the browser refused · errors of `import`, for an export
 */
export const inspect: Inspect = /* @__PURE__ */ createInspect(() => import('./index.ts'));

export type { WmInspector } from '../inspector/element.tsx';
export type { Inspect, InspectOptions, Inspector } from '../inspector/inspect.ts';
