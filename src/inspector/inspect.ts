// `inspect`: puts an inspector into a page, over an open memory or over an export.
import type { WorkingMemory } from '../api/memory.ts';
import { invalidInput, kindOf } from '../errors.ts';
import { TAG, type WmInspector } from './element.tsx';

/** Where an inspector stands, and what it may do. */
export interface InspectOptions {
  /** Puts it into this element, which it fills; default: docked in the page, with a button at the bottom right. */
  readonly into?: Element;
  /** Puts it into this window, or with `true` into a new one; call it in answer to a click then. */
  readonly window?: Window | boolean;
  /** Place of a docked one; default `bottom`. Alt+M opens and hides it. */
  readonly dock?: 'bottom' | 'right' | 'full';
  /** Whether a docked one is open at once; default false. */
  readonly open?: boolean;
  /** The screen that it begins with; default `prompt`. */
  readonly screen?: 'prompt' | 'items' | 'recall' | 'files' | 'journal' | 'vectors' | 'health';
  /** Shows what changes the memory: restore, pin, forget, fork, reopen; default false. Never for an export. */
  readonly write?: boolean;
  /** Default: that of the page, else of the browser. */
  readonly lang?: 'en' | 'zh';
  /** Followed beside the title, for pages with several. */
  readonly label?: string;
}

/** An inspector that was put into a page. */
export interface Inspector {
  /** Opens a docked one. */
  show(): void;
  /** Leaves its button alone. */
  hide(): void;
  /** Takes it away. The memory stays open, but for the one that was made of an export. */
  close(): Promise<void>;
}

/** What opens an export: of the package's usual entry. */
export interface ExportOpener {
  openWorkingMemory(options: { readonly session: string; readonly storage: never }): Promise<WorkingMemory>;
  memoryStorage(): unknown;
}

/** Beyond the limits of any bundle that an import takes. */
const ROOMY = { maxItems: 1_000_000, maxTokens: 100_000_000 };

const POPUP = 'popup';

/** An export is what `export` returned, as bytes or as JSON text. */
export type Inspect = (memory: WorkingMemory | Uint8Array | string, options?: InspectOptions) => Promise<Inspector>;

/** @param opener loaded only for an export */
export function createInspect(opener: () => Promise<ExportOpener>): Inspect {
  return async function inspect(subject, options = {}) {
    // In answer to a click: before anything is awaited.
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
    // A page of its own: it is all there is.
    element.setAttribute('dock', 'full');
    element.toggleAttribute('open', true);
    // What goes with its window is never disconnected by itself.
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
