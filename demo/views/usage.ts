// How full the store is, in both dimensions.
import type { Capacity } from 'working-memory';
import { count } from '../format.ts';
import { createBar } from './bar.ts';
import { build, required } from './element.ts';

export function createUsage(): { show(capacity: Capacity): void } {
  const items = createGauge('Items', 'usage-items');
  const tokens = createGauge('Tokens', 'usage-tokens');
  required('usage', HTMLDivElement).replaceChildren(items.element, tokens.element);
  return {
    show({ usage, limits }) {
      items.set(usage.items, limits.maxItems);
      tokens.set(usage.tokens, limits.maxTokens);
    },
  };
}

function createGauge(label: string, testId: string) {
  const numbers = build('span', { className: 'number' });
  const bar = createBar('bar-usage');
  const element = build(
    'div',
    {
      className: 'usage',
      testId,
      attributes: { role: 'meter', 'aria-label': label, 'aria-valuemin': '0', 'aria-valuenow': '0' },
    },
    build('span', { text: label }),
    numbers,
    bar.element,
  );
  return {
    element,
    set(used: number, limit: number): void {
      const text = `${count(used)} / ${count(limit)}`;
      numbers.textContent = text;
      element.setAttribute('aria-valuenow', String(used));
      element.setAttribute('aria-valuemax', String(limit));
      element.setAttribute('aria-valuetext', text);
      element.dataset['full'] = String(used >= limit * 0.9);
      bar.set(used / limit);
    },
  };
}
