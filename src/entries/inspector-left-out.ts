// `working-memory/inspector` under the condition `production`: the same call, and nothing to load. Re-exports only.
export type { WmInspector } from '../inspector/element.tsx';
export type { Inspect, InspectOptions, Inspector } from '../inspector/inspect.ts';
export { leftOut as inspect } from '../inspector/left-out.ts';
