// `memoryComposable` in the real Vue, in a page and on a server.
import '../support/page.ts';
import * as Vue from 'vue';
import { renderToString } from 'vue/server-renderer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { memoryComposable } from '../../../src/entries/vue.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const useMemory = memoryComposable(Vue);

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

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

it('renders on a server without reading anything', async () => {
  const list = vi.spyOn(memory.items, 'list');
  const html = await renderToString(Vue.createSSRApp(panel(Vue.shallowRef(memory))));
  expect(html).toBe('<p>loading: </p>');
  expect(list).not.toHaveBeenCalled();
});
