// <wm-inspector> as a whole: every screen by axe, by keyboard and in Chinese, docked, and over an export.
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { inspect } from '../../src/entries/inspector.ts';
import { openFilled, talked } from '../support/inspector/filled-memory.ts';
import { press, says, shown, textOf, within } from '../support/inspector/shown-inspector.ts';

const SCREENS = ['prompt', 'items', 'recall', 'files', 'journal', 'vectors', 'health'] as const;

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFilled();
});
afterEach(() => memory.close());

describe('the inspector', () => {
  it('has no violation that axe finds and cuts no heading of a list, on any screen, in either language, also where there is little room', async () => {
    await talked(memory, 6);
    document.documentElement.lang = 'en';
    document.title = 'page';
    for (const lang of ['en', 'zh'] as const) {
      for (const width of ['1200px', '380px']) {
        const root = await shown(memory, { lang });
        const host = root.host as HTMLElement;
        (host.parentElement as HTMLElement).style.width = width;
        for (const screen of SCREENS) {
          host.setAttribute('screen', screen);
          await new Promise((drawn) => setTimeout(drawn, 300));
          (root.querySelector('button.row') as HTMLButtonElement | null)?.click();
          await new Promise((drawn) => setTimeout(drawn, 100));
          const { violations } = await axe.run(host, { rules: { region: { enabled: false } } });
          const found = violations.map(
            ({ id, nodes }) =>
              `${lang} ${width} ${screen}: ${id} ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`,
          );
          expect(found).toEqual([]);
          const cut = [...root.querySelectorAll('.rows th')].filter((one) => one.scrollWidth > one.clientWidth);
          expect(cut.map((one) => `${lang} ${width} ${screen}: ${one.textContent}`)).toEqual([]);
        }
        (host.parentElement as HTMLElement).remove();
      }
    }
  });

  it('goes from tab to tab by arrow keys', async () => {
    const root = await shown(memory);
    const first = within(root, '[role=tab][aria-selected=true]');
    first.focus();
    press(first, 'ArrowRight');
    await vi.waitFor(() => expect(root.activeElement?.id).toBe('tab-items'));
    press(root.activeElement as Element, 'End');
    await vi.waitFor(() => expect(root.activeElement?.id).toBe('tab-health'));
  });

  it('speaks Chinese on every screen, without a word of English left', async () => {
    const root = await shown(memory, { lang: 'zh' });
    for (const screen of SCREENS) {
      root.host.setAttribute('screen', screen);
      await new Promise((drawn) => setTimeout(drawn, 200));
      const said = [...root.querySelectorAll('h2, h3, th, [role=tab], button:not(.row), label > span')].map(
        ({ textContent }) => textContent ?? '',
      );
      expect(said.filter((text) => /[a-z]{4,}/i.test(text) && !/^[\w./ -]+\.md$/.test(text))).toEqual([]);
    }
  });

  it('docks behind a button that Alt+M opens, and goes away with close', async () => {
    const inspector = await inspect(memory, { lang: 'en' });
    const host = document.querySelector('wm-inspector') as HTMLElement;
    await vi.waitFor(() => expect(host.shadowRoot?.querySelector('.nub')).not.toBeNull());
    expect(host.shadowRoot?.querySelector('.frame')).toBeNull();
    document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyM' }));
    await vi.waitFor(() => expect(host.shadowRoot?.querySelector('.frame')).not.toBeNull());
    await inspector.close();
    expect(document.querySelector('wm-inspector')).toBeNull();
    await memory.items.list();
  });

  it('opens an export read only, beside the session that it is of', async () => {
    const bundle = await memory.export();
    const box = document.createElement('div');
    document.body.append(box);
    const inspector = await inspect(bundle, { into: box, screen: 'items', lang: 'en', write: true });
    const root = box.firstElementChild?.shadowRoot as ShadowRoot;
    await says(root, 'The contract number is HX-2207-Q.');
    expect(textOf(root)).toContain('read only');
    await inspector.close();
    box.remove();
  });

  it('refuses what is neither a memory nor an export', async () => {
    await expect(inspect({} as never)).rejects.toThrow(/an open memory, or an export/);
  });
});
