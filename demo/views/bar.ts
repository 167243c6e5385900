// Horizontal bars. They repeat a number that stands beside them, so screen readers skip them.
import { build } from './element.ts';

export interface Bar {
  readonly element: HTMLElement;
  /** @param share 0–1 */
  set(share: number): void;
}

export function createBar(className: string): Bar {
  const fill = build('span', { className: 'bar-fill' });
  const element = build('span', { className: `bar ${className}`, attributes: { 'aria-hidden': 'true' } }, fill);
  return { element, set: (share) => fill.style.setProperty('--share', percent(share)) };
}

/** One bar of several parts; shares are of the whole width. */
export function stackedBar(parts: readonly { readonly className: string; readonly share: number }[]): HTMLElement {
  const fills = parts.map(({ className, share }) => {
    const fill = build('span', { className: `bar-fill ${className}` });
    fill.style.setProperty('--share', percent(share));
    return fill;
  });
  return build('span', { className: 'bar bar-stacked', attributes: { 'aria-hidden': 'true' } }, ...fills);
}

const percent = (share: number): string => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;
