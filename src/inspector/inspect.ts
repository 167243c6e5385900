// `inspect`: puts an inspector into a page, over an open memory or over an export.
import type { WorkingMemory } from '../api/memory.ts';
import { invalidInput, kindOf } from '../errors.ts';
import { TAG, type WmInspector } from './element.tsx';

/** Options of `inspect`: place and rights of an inspector. */
export interface InspectOptions {
  /** Element that it fills; default: docked in the page, with a button at the bottom right. */
  readonly into?: Element;
  /** Window to put it into, or `true` for a new one; then call `inspect` in answer to a click. */
  readonly window?: Window | boolean;
  /** Place of a docked one; default `bottom`. Alt+M opens and hides it. */
  readonly dock?: 'bottom' | 'right' | 'full';
  /** Whether a docked one is open at once; default false. */
  readonly open?: boolean;
  /** Screen that it begins with; default `prompt`. */
  readonly screen?: 'prompt' | 'items' | 'recall' | 'files' | 'journal' | 'vectors' | 'health';
  /**
   * Whether it shows the actions that change the memory: restore, pin, forget, fork, reopen; default false. Never for
   * an export.
   */
  readonly write?: boolean;
  /** Language; default: that of the page, else of the browser. */
  readonly lang?: 'en' | 'zh';
  /** Text beside the title, for pages with several inspectors. */
  readonly label?: string;
}

/** An inspector that was put into a page. */
export interface Inspector {
  /** Opens a docked inspector. */
  show(): void;
  /** Hides a docked inspector, so that only its button is left. */
  hide(): void;
  /** Removes the inspector. The memory stays open, unless it was made of an export. */
  close(): Promise<void>;
}

/** Functions that open an export, from the package's usual entry. */
export interface ExportOpener {
  openWorkingMemory(options: { readonly session: string; readonly storage: never }): Promise<WorkingMemory>;
  memoryStorage(): unknown;
}

/** Limits beyond those of any bundle that an import takes. */
const ROOMY = { maxItems: 1_000_000, maxTokens: 100_000_000 };

const POPUP = 'popup';

/** Function that puts an inspector into a page. An export is a result of `export`, as bytes or as JSON text. */
export type Inspect = (memory: WorkingMemory | Uint8Array | string, options?: InspectOptions) => Promise<Inspector>;

/** Creates `inspect`. @param opener returns the functions that open an export; called only for one */
export function createInspect(opener: () => Promise<ExportOpener>): Inspect {
  return async function inspect(subject, options = {}) {
    // A window must be opened in answer to a click, before anything is awaited.
    const given = options.window === true ? globalThis.open('', '', POPUP) : options.window;
    if (given === null) throw invalidInput('window', 'a window; the browser refused a new one, so ask after a click');
    const isExport = typeof subject === 'string' || subject instanceof Uint8Array;
    if (!isExport && typeof Object(subject).subscribe !== 'function') {
      throw invalidInput('memory', 'an open memory, or an export as bytes or text', kindOf(subject));
    }
    const memory = isExport ? await openExport(await opener(), subject) : subject;
    const element = placed(options, given || undefined);
    if (options.screen) element.setAttribute('screen', options.screen);
    if (options.lang) element.setAttribute('lang', options.lang);
    if (options.label !== undefined) element.setAttribute('label', options.label);
    element.toggleAttribute('write', options.write === true && !isExport);
    element.memory = memory;
    return {
      show: () => void element.toggleAttribute('open', true),
      hide: () => void element.toggleAttribute('open', false),
      async close() {
        element.remove();
        if (given && given !== globalThis.window) given.close();
        if (isExport) await memory.close();
      },
    };
  };
}

function placed({ into, dock = 'bottom', open = false }: InspectOptions, window?: Window): WmInspector {
  const element = document.createElement(TAG) as WmInspector;
  const ownWindow = window && window !== globalThis.window ? window : undefined;
  if (!into && !ownWindow) {
    element.setAttribute('dock', dock);
    element.toggleAttribute('open', open);
  }
  if (ownWindow) {
    // The element is all there is in a page of its own.
    element.setAttribute('dock', 'full');
    element.toggleAttribute('open', true);
    // An element that goes with its window is never disconnected by itself.
    ownWindow.addEventListener('pagehide', () => element.remove());
  }
  (into ?? ownWindow?.document.body ?? document.body).append(element);
  return element;
}

async function openExport({ openWorkingMemory, memoryStorage }: ExportOpener, bundle: Uint8Array | string) {
  const options = { session: 'export', storage: memoryStorage() as never, limits: ROOMY };
  const memory = await openWorkingMemory(options);
  try {
    await memory.import(bundle);
    return memory;
  } catch (error) {
    await memory.close();
    throw error;
  }
}
