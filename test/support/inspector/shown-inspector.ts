// Inspector in the page of a test, with its texts and the actions of its user.
import { expect, onTestFinished, vi } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { inspect } from '../../../src/entries/inspector.ts';
import type { InspectOptions } from '../../../src/inspector/inspect.ts';

/** Shows an inspector in a box of the page and waits for its shadow root. */
export async function shown(memory: WorkingMemory, options: InspectOptions = {}): Promise<ShadowRoot> {
  const box = document.createElement('main');
  box.style.height = '600px';
  document.body.append(box);
  const inspector = await inspect(memory, { into: box, lang: 'en', ...options });
  onTestFinished(async () => {
    await inspector.close();
    box.remove();
  });
  const root = box.firstElementChild?.shadowRoot;
  if (!root) throw new Error('There is no shadow root.');
  return root;
}

export const textOf = (root: ShadowRoot): string =>
  root.querySelector('.frame')?.textContent?.replace(/\s+/g, ' ') ?? '';
export const says = (root: ShadowRoot, text: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(textOf(root)).toMatch(text), { timeout: 5000 });
export const within = (root: ShadowRoot, selector: string): HTMLElement => {
  const found = root.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};
export const named = (root: ShadowRoot, name: string | RegExp): HTMLButtonElement => {
  const all = [...root.querySelectorAll('button')];
  const found = all.find(({ textContent }) =>
    typeof name === 'string' ? textContent === name : name.test(textContent ?? ''),
  );
  if (!found) throw new Error(`There is no button ${String(name)}.`);
  return found;
};
export const type = (root: ShadowRoot, selector: string, text: string): void => {
  const input = within(root, selector) as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
export const press = (target: Element, key: string): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
