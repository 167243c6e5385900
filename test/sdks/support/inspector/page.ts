// Page with the inspector in each framework: as an element with a property, and in a window of its own. Counts live
// listeners, subscriptions and timers.
import * as react19 from 'react';
import * as client19 from 'react-dom/client';
import { React as react18, client as client18 } from 'react-18';
import * as Vue from 'vue';
import type { WorkingMemory } from '../../../../src/api/memory.ts';

/** Entry of the built package, beside the page. */
const { openWorkingMemory } = (await import(
  '/index.js' as string
)) as typeof import('../../../../src/entries/index.ts');
const { inspect } = (await import('/inspector.js' as string)) as typeof import('../../../../src/entries/inspector.ts');

/** Number of live objects by kind. */
const living = new Map<string, number>();
const count = (kind: string, by: number): void => void living.set(kind, (living.get(kind) ?? 0) + by);

function countListeners(target: EventTarget, kind: string): void {
  const { addEventListener: add, removeEventListener: remove } = target;
  const known = new Set<unknown>();
  target.addEventListener = function (this: EventTarget, ...args: Parameters<typeof add>) {
    if (args[0] === 'keydown' && !known.has(args[1])) {
      known.add(args[1]);
      count(kind, 1);
    }
    add.apply(target, args);
  };
  target.removeEventListener = function (this: EventTarget, ...args: Parameters<typeof remove>) {
    if (known.delete(args[1])) count(kind, -1);
    remove.apply(target, args);
  };
}

function countSubscriptions(of: { subscribe(...args: never[]): () => void }, kind: string): void {
  const { subscribe } = of;
  of.subscribe = (...args) => {
    const end = subscribe.apply(of, args);
    let isLive = true;
    count(kind, 1);
    return () => {
      if (isLive) count(kind, -1);
      isLive = false;
      end();
    };
  };
}

function countTimers(): void {
  const { setInterval: set, clearInterval: clear } = globalThis;
  const known = new Set<unknown>();
  Object.assign(globalThis, {
    setInterval: (...args: Parameters<typeof set>) => {
      const timer = set(...args);
      known.add(timer);
      count('timer', 1);
      return timer;
    },
    clearInterval: (timer: Parameters<typeof clear>[0]) => {
      if (known.delete(timer)) count('timer', -1);
      clear(timer);
    },
  });
}

/** A place of a framework in the page, which shows the inspector or not. */
interface Shown {
  show(isShown: boolean, key?: string): void;
  end(): void;
}

const place = (): HTMLElement => document.body.appendChild(document.createElement('main'));

type React = Pick<typeof react19, 'createElement' | 'StrictMode' | 'useEffect' | 'useRef'>;

/**
 * Element with the memory as a property, as in React 19. React 18 knows attributes only, so an effect sets it there.
 */
function reactElement(react: React, createRoot: typeof client19.createRoot, takesProperties: boolean) {
  return (memory: WorkingMemory): Shown => {
    const Inspected = () => {
      const element = react.useRef<HTMLElement & { memory?: WorkingMemory }>(null);
      react.useEffect(() => {
        if (!takesProperties && element.current) element.current.memory = memory;
      });
      return react.createElement('wm-inspector', {
        ref: element,
        screen: 'health',
        ...(takesProperties && { memory }),
      });
    };
    const root = createRoot(place());
    return {
      show: (isShown, key = '') =>
        root.render(
          react.createElement(react.StrictMode, null, isShown ? react.createElement(Inspected, { key }) : null),
        ),
      end: () => root.unmount(),
    };
  };
}

/** Shows the inspector in a window of its own, by an effect that strict mode runs twice. */
function reactWindow(memory: WorkingMemory): Shown {
  const Inspected = () => {
    react19.useEffect(() => {
      const opened = inspect(memory, { window: true, screen: 'health' });
      return () => void opened.then((inspector) => inspector.close());
    }, []);
    return null;
  };
  const root = client19.createRoot(place());
  return {
    show: (isShown, key = '') =>
      root.render(
        react19.createElement(react19.StrictMode, null, isShown ? react19.createElement(Inspected, { key }) : null),
      ),
    end: () => root.unmount(),
  };
}

function vueElement(memory: WorkingMemory): Shown {
  const shown = Vue.shallowRef<string>();
  const app = Vue.createApp({
    setup: () => () =>
      shown.value === undefined ? null : Vue.h('wm-inspector', { key: shown.value, memory, screen: 'health' }),
  });
  app.mount(place());
  return {
    show: (isShown, key = '') => void (shown.value = isShown ? key : undefined),
    end: () => app.unmount(),
  };
}

const ways = {
  'React 19': reactElement(react19, client19.createRoot, true),
  'React 18': reactElement(react18, client18.createRoot, false),
  Vue: vueElement,
  'React 19, in a window': reactWindow,
};

countListeners(document, 'listener');
countTimers();
const memory = await openWorkingMemory({ session: 'framework' });
for (const [kind, of] of Object.entries({ memory, context: memory.context, embedding: memory.embedding })) {
  countSubscriptions(of, kind);
}
await memory.items.memorize('The ferry leaves at six.');

const page = {
  open: (way: keyof typeof ways): Shown => ways[way](memory),
  living: (): Record<string, number> => Object.fromEntries([...living].filter(([, count]) => count !== 0)),
};
export type InspectorPage = typeof page;
Object.assign(globalThis, { page });
