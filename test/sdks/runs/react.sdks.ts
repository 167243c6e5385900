// `memoryHook` in the real React, in strict mode and on a server.
import '../support/page.ts';
import * as React from 'react';
import { act, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { memoryHook } from '../../../src/entries/react.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const useMemory = memoryHook(React);

function Panel({ memory }: { readonly memory: WorkingMemory | undefined }) {
  const { items, overview, status } = useMemory(memory);
  return createElement('p', {}, `${status}: ${items.map(({ text }) => text).join(', ')} | ${overview.length > 0}`);
}

let memory: WorkingMemory;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  memory = await openFixed();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memory.close();
});

/** Mounts in strict mode, where React mounts everything twice. */
async function mounted(of: WorkingMemory | undefined) {
  const place = document.createElement('div');
  const root = createRoot(place);
  const show = (now: WorkingMemory | undefined): Promise<void> =>
    act(async () => root.render(createElement(StrictMode, null, createElement(Panel, { memory: now }))));
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

it('listens once, and no more after it is gone', async () => {
  const leave = vi.fn();
  const subscribe = vi.spyOn(memory, 'subscribe');
  subscribe.mockImplementation(() => leave);
  const { unmount } = await mounted(memory);
  await unmount();
  expect(subscribe.mock.calls.length).toBeGreaterThan(0);
  expect(leave).toHaveBeenCalledTimes(subscribe.mock.calls.length);
});

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

it('renders on a server without reading anything', () => {
  const list = vi.spyOn(memory.items, 'list');
  expect(renderToString(createElement(Panel, { memory }))).toBe('<p>loading:  | false</p>');
  expect(list).not.toHaveBeenCalled();
});
