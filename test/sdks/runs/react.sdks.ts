// `memoryHook` in the real React, 18 and 19: in strict mode, over hot reloads, on a server, and with hydration.
import { reload, takeTheNew } from '../support/hot-react.ts';
import * as React from 'react';
import * as client from 'react-dom/client';
import * as server from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { memoryHook } from '../../../src/entries/react.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import * as react18 from '../support/react-18/index.js';

let memory: WorkingMemory;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  memory = await openFixed();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await memory.close();
});

const VERSIONS = { 18: react18, 19: { React, client, server } };

describe.each(Object.entries(VERSIONS))(
  'a component of React %s',
  (
    version,
    {
      React: { act, createElement, StrictMode, ...rest },
      client: { createRoot, hydrateRoot },
      server: { renderToString },
    },
  ) => {
    type Shown = { readonly memory: WorkingMemory | undefined };

    /** Evaluates the component's module anew, as each reload does. */
    const evaluated = (title = '') => {
      const useMemory = memoryHook(rest);
      return function Panel(shown: Shown) {
        const { items, overview, status } = useMemory(shown.memory);
        const texts = items.map(({ text }) => text).join(', ');
        return createElement('p', {}, `${title}${status}: ${texts} | ${overview.length > 0}`);
      };
    };
    const Panel = evaluated();
    const strict = (of: WorkingMemory | undefined, shown = Panel) =>
      createElement(StrictMode, null, createElement(shown, { memory: of }));

    /** Mounts in strict mode, where React mounts everything twice. */
    async function mounted(of: WorkingMemory | undefined, shown = Panel) {
      const place = document.createElement('div');
      const root = createRoot(place);
      const show = (now: WorkingMemory | undefined): Promise<void> => act(async () => root.render(strict(now, shown)));
      await show(of);
      return { show, text: () => place.textContent, unmount: () => act(async () => root.unmount()) };
    }

    it('shows a memory, and each commit to it', async () => {
      const { text, unmount } = await mounted(memory);
      await act(() => vi.waitFor(() => expect(text()).toBe('ok:  | true')));
      await act(() => memory.items.memorize('The user lives in Oslo'));
      await act(() => vi.waitFor(() => expect(text()).toBe('ok: The user lives in Oslo | true')));
      await unmount();
    });

    it('waits for a memory that is still opening', async () => {
      const { show, text, unmount } = await mounted(undefined);
      expect(text()).toBe('loading:  | false');
      await show(memory);
      await act(() => vi.waitFor(() => expect(text()).toBe('ok:  | true')));
      await unmount();
    });

    it('listens and reads once, though it is mounted twice, and no more after it is gone', async () => {
      const list = vi.spyOn(memory.items, 'list');
      const leave = vi.fn();
      const subscribe = vi.spyOn(memory, 'subscribe').mockImplementation(() => leave);
      const { text, unmount } = await mounted(memory);
      await act(() => vi.waitFor(() => expect(text()).toBe('ok:  | true')));
      await unmount();
      expect([list, subscribe, leave].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    });

    it('shows what was committed while nobody looked', async () => {
      const before = await mounted(memory);
      await act(() => vi.waitFor(() => expect(before.text()).toBe('ok:  | true')));
      await before.unmount();
      await memory.items.memorize('a fact');
      const after = await mounted(memory);
      await act(() => vi.waitFor(() => expect(after.text()).toBe('ok: a fact | true')));
      await after.unmount();
    });

    it.each([{ remounted: false }, { remounted: true }])(
      'is reloaded while it is developed without reading again: %o',
      async (kind) => {
        await memory.items.memorize('a fact');
        const list = vi.spyOn(memory.items, 'list');
        const name = JSON.stringify([version, kind]);
        const old = evaluated();
        takeTheNew(name, old);
        const { text, unmount } = await mounted(memory, old);
        await act(() => vi.waitFor(() => expect(text()).toBe('ok: a fact | true')));
        takeTheNew(name, evaluated('New, '), kind);
        await act(async () => reload());
        expect(text()).toBe('New, ok: a fact | true');
        expect(list).toHaveBeenCalledTimes(1);
        await act(() => memory.items.memorize('another'));
        await act(() => vi.waitFor(() => expect(text()).toBe('New, ok: a fact, another | true')));
        await unmount();
      },
    );

    it('shows that a memory was closed, with what it held', async () => {
      await memory.items.memorize('a fact');
      const { text, unmount } = await mounted(memory);
      await act(() => vi.waitFor(() => expect(text()).toBe('ok: a fact | true')));
      await unmount();
      await memory.close();
      const again = await mounted(memory);
      await act(() => vi.waitFor(() => expect(again.text()).toBe('closed: a fact | true')));
      await again.unmount();
    });

    it('renders on a server without reading anything, and the page takes over what it wrote', async () => {
      await memory.items.memorize('a fact');
      const list = vi.spyOn(memory.items, 'list');
      const html = renderToString(strict(memory));
      expect(html).toBe('<p>loading:  | false</p>');
      expect(list).not.toHaveBeenCalled();
      const complaints = vi.spyOn(console, 'error');
      const place = document.createElement('div');
      place.innerHTML = html;
      const written = place.firstChild;
      const root = await act(async () => hydrateRoot(place, strict(memory)));
      await act(() => vi.waitFor(() => expect(place.textContent).toBe('ok: a fact | true')));
      expect(place.firstChild).toBe(written);
      expect(complaints).not.toHaveBeenCalled();
      await act(async () => root.unmount());
    });
  },
);
