// `memoryComposable` in the real Vue: in a page, over hot reloads, on a server, and with hydration.
import '../support/page.ts';
import * as Vue from 'vue';
import { renderToString } from 'vue/server-renderer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { memoryComposable } from '../../../src/entries/vue.ts';
import { openFixed } from '../../support/fixed-memory.ts';

/** The part of Vue that bundlers call when a module changed. */
interface HotReload {
  createRecord(id: string, component: object): void;
  rerender(id: string, render: never): void;
  reload(id: string, component: never): void;
}

const useMemory = memoryComposable(Vue);

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await memory.close();
});

const panel = (of: Vue.ShallowRef<WorkingMemory | undefined>) =>
  Vue.defineComponent(() => {
    const state = useMemory(() => of.value);
    return () => {
      const { status, items } = state.value;
      return Vue.h('p', `${status}: ${items.map(({ text }) => text).join(', ')}`);
    };
  });

it('shows a memory once it is open, and each commit to it', async () => {
  const open = Vue.shallowRef<WorkingMemory>();
  const place = document.createElement('div');
  const app = Vue.createApp(panel(open));
  app.mount(place);
  expect(place.textContent).toBe('loading: ');
  open.value = memory;
  await vi.waitFor(() => expect(place.textContent).toBe('ok: '));
  await memory.items.memorize('The user lives in Oslo');
  await vi.waitFor(() => expect(place.textContent).toBe('ok: The user lives in Oslo'));
  const list = vi.spyOn(memory.items, 'list');
  app.unmount();
  await memory.items.memorize('another');
  await memory.flush();
  expect(list).not.toHaveBeenCalled();
});

it.each(['rerender', 'reload'] as const)(
  'is replaced while it is developed (%s) without reading again',
  async (kind) => {
    await memory.items.memorize('a fact');
    const list = vi.spyOn(memory.items, 'list');
    /** Evaluates the component's module anew, as each reload does. */
    const evaluated = (title: string) => {
      const useFresh = memoryComposable(Vue);
      const render = ({ state }: { state: { items: readonly { text: string }[] } }) =>
        Vue.h('p', `${title}: ${state.items.map(({ text }) => text).join(', ')}`);
      return { __hmrId: kind, setup: () => ({ state: useFresh(() => memory) }), render };
    };
    const { __VUE_HMR_RUNTIME__: hot } = globalThis as unknown as { __VUE_HMR_RUNTIME__: HotReload };
    const old = evaluated('Old');
    hot.createRecord(kind, old);
    const place = document.createElement('div');
    const app = Vue.createApp({ render: () => Vue.h(old as Vue.Component) });
    app.mount(place);
    await vi.waitFor(() => expect(place.textContent).toBe('Old: a fact'));
    const renewed = evaluated('New');
    hot[kind](kind, (kind === 'rerender' ? renewed.render : renewed) as never);
    await vi.waitFor(() => expect(place.textContent).toBe('New: a fact'));
    expect(list).toHaveBeenCalledTimes(1);
    await memory.items.memorize('another');
    await vi.waitFor(() => expect(place.textContent).toBe('New: a fact, another'));
    app.unmount();
  },
);

it('renders on a server without reading anything, and the page takes over what it wrote', async () => {
  await memory.items.memorize('a fact');
  const list = vi.spyOn(memory.items, 'list');
  const complaints = vi.spyOn(console, 'warn');
  const app = () => Vue.createSSRApp(panel(Vue.shallowRef(memory)));
  const html = await renderToString(app());
  expect(html).toBe('<p>loading: </p>');
  expect(list).not.toHaveBeenCalled();
  const place = document.createElement('div');
  place.innerHTML = html;
  const written = place.firstChild;
  const taken = app();
  taken.mount(place);
  await vi.waitFor(() => expect(place.textContent).toBe('ok: a fact'));
  expect(place.firstChild).toBe(written);
  expect(complaints).not.toHaveBeenCalled();
  taken.unmount();
});
