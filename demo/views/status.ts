// Where this memory runs and keeps its data.
import type { Runtime } from 'working-memory';
import { count } from '../format.ts';
import { build, required } from './element.ts';

export function createStatus() {
  const list = required('status', HTMLDListElement);
  return {
    /** @param head of the last commit this page saw; undefined before the first */
    show({ place, storage, reason, quarantined }: Runtime, head: number | undefined): void {
      const facts: readonly (readonly [string, string])[] = [
        ['Runs in', place === 'worker' ? 'worker' : 'same thread'],
        ['Storage', storage],
        ...(reason !== undefined ? [['Reason', reason] as const] : []),
        ['Quarantined rows', count(quarantined.length)],
        ['Head', head === undefined ? 'no commit since opening' : count(head)],
      ];
      list.replaceChildren(
        ...facts.map(([label, value]) => build('div', {}, build('dt', { text: label }), build('dd', { text: value }))),
      );
    },
    fail(): void {
      list.replaceChildren(build('div', {}, build('dt', { text: 'Memory' }), build('dd', { text: 'not open' })));
    },
  };
}
