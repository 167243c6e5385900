// One remembered item: its words and the numbers that decide how long it stays.
import type { ItemView } from 'working-memory';
import { age, count, fraction } from '../format.ts';
import { createBar } from './bar.ts';
import { build, setText } from './element.ts';

export interface ItemRow {
  readonly element: HTMLElement;
  update(item: ItemView, classes: readonly string[], now: number): void;
}

/** Longer texts are cut to a few lines until somebody wants to see the rest. */
const LONGEST_SHOWN = 220;
const MOST_LINES_SHOWN = 3;

export function createItemRow(item: ItemView): ItemRow {
  const text = build('p', { className: 'item-text', text: item.text });
  const classChip = build('span', { className: 'chip' });
  const when = build('span');
  const place = build('span');
  const importance = createMeasure('importance');
  const decay = createMeasure('decay');
  const priority = createMeasure('priority');
  const meta = build('p', { className: 'item-meta' }, ...whoSaid(item), when, classChip, place);
  meta.append(build('span', { text: `${count(item.tokens)} tokens` }));
  const element = build(
    'li',
    { className: 'item', testId: 'item', title: `Item ${item.id}` },
    meta,
    text,
    ...unfold(item.text, text),
    build('dl', { className: 'measures' }, importance.element, decay.element, priority.element),
  );
  element.dataset['id'] = item.id;

  return {
    element,
    update(view, classes, now) {
      setText(when, age(now - view.createdAt));
      setText(classChip, `${classes[view.victimClass] ?? `class ${view.victimClass}`}${view.pinned ? ', pinned' : ''}`);
      setText(place, `position ${count(view.position)}`);
      element.dataset['stay'] = stay(view.victimClass);
      importance.set(view.importance);
      decay.set(view.decay);
      priority.set(view.priority);
    },
  };
}

export function whoSaid({ speaker, role }: Pick<ItemView, 'speaker' | 'role'>): HTMLElement[] {
  return [
    ...(speaker !== undefined ? [build('strong', { text: speaker })] : []),
    ...(role !== undefined ? [build('span', { text: role })] : []),
  ];
}

/** The nine classes in three groups: about to leave, in between, protected. */
const stay = (victimClass: number): string =>
  victimClass <= 1 ? 'leaving' : victimClass >= 6 ? 'protected' : 'middle';

function createMeasure(label: string) {
  const number = build('dd', { className: 'number' });
  const bar = createBar(`bar-${label}`);
  const element = build('div', { className: 'measure' }, build('dt', { text: label }), number, bar.element);
  return {
    element,
    set(value: number): void {
      setText(number, fraction(value));
      bar.set(value);
    },
  };
}

function unfold(full: string, text: HTMLElement): HTMLElement[] {
  if (full.length <= LONGEST_SHOWN && full.split('\n').length <= MOST_LINES_SHOWN) return [];
  text.classList.add('clamped');
  const button = build('button', {
    className: 'quiet',
    text: 'Show all of it',
    attributes: { type: 'button', 'aria-expanded': 'false' },
  });
  button.addEventListener('click', () => {
    const isClamped = text.classList.toggle('clamped');
    button.setAttribute('aria-expanded', String(!isClamped));
    button.textContent = isClamped ? 'Show all of it' : 'Show less';
  });
  return [button];
}
