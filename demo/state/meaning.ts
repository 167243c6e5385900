// Settings of recall by meaning: a model and the address of its files. The last choice is stored in this browser.
import type { TransformersSettings } from 'working-memory';
import type { Language } from '../words/words.ts';

export const SOURCES = ['folder', 'hub'] as const;
export type Source = (typeof SOURCES)[number];

export interface Meaning {
  /** Id on the hub, or path in a folder. */
  readonly model: string;
  readonly source: Source;
  /** Address of the folder with the models' folders, of the hub, or of a mirror. */
  readonly address: string;
  /** Address of a module of transformers.js; empty: the one built into the page. */
  readonly library: string;
}

export interface Choice {
  readonly meaning: Meaning;
  readonly isOn: boolean;
}

export const USUAL_ADDRESS: Record<Source, string> = { folder: './models/', hub: 'https://huggingface.co/' };

/** Small models from docs/embeddings.md; the first is the default. */
export const MODELS: Record<Language, readonly [string, ...string[]]> = {
  en: ['Xenova/all-MiniLM-L6-v2', 'Xenova/bge-small-en-v1.5', 'Xenova/multilingual-e5-small'],
  'zh-CN': ['Xenova/bge-small-zh-v1.5', 'Xenova/multilingual-e5-small'],
};

/** ONNX Runtime's wasm for the page's own transformers.js; the build puts it there. */
const OWN_WASM = './ort/';

const NAME = 'working-memory-demo-meaning';

/**
 * Returns the first invalid field.
 * @param base the page's address
 */
export function problemOf({ model, address, library }: Meaning, base: string): keyof Meaning | undefined {
  if (model === '' || /[\s@]/.test(model)) return 'model';
  if (!isWebAddress(address, base)) return 'address';
  return library === '' || isWebAddress(library, base) ? undefined : 'library';
}

/** Returns the option for `openWorkingMemory`. */
export function embedderOf({ model, source, address, library }: Meaning): { transformers: TransformersSettings } {
  const files = source === 'folder' ? { localModelPath: address } : { remoteHost: address };
  // Another version needs its own wasm, which is published beside the module.
  const code = library === '' ? { wasmPaths: OWN_WASM } : { moduleUrl: library, wasmPaths: folderOf(library) };
  return { transformers: { model, ...files, ...code } };
}

/** Returns the hosts, other than the page's own, that files are requested from. */
export function foreignHosts({ address, library }: Meaning, base: string): readonly string[] {
  const hosts = [address, library].map((one) => new URL(one, base).host);
  return [...new Set(hosts)].filter((host) => host !== new URL(base).host);
}

export function readChoice(language: Language, base: string): Choice {
  let kept: Partial<Record<string, unknown>> = {};
  try {
    kept = { ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as object) };
  } catch {
    // Storage is forbidden or its entry damaged: the defaults apply.
  }
  const text = (name: keyof Meaning, usual: string): string => {
    const value = kept[name];
    return typeof value === 'string' ? value : usual;
  };
  const source = SOURCES.find((name) => name === kept['source']) ?? 'folder';
  const meaning: Meaning = {
    model: text('model', MODELS[language][0]),
    source,
    address: text('address', USUAL_ADDRESS[source]),
    library: text('library', ''),
  };
  return { meaning, isOn: kept['isOn'] === true && problemOf(meaning, base) === undefined };
}

export function keepChoice({ meaning, isOn }: Choice): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...meaning, isOn }));
  } catch {
    // The browser stores nothing: the choice lasts until the page is closed.
  }
}

function isWebAddress(address: string, base: string): boolean {
  try {
    return address !== '' && /^https?:$/.test(new URL(address, base).protocol);
  } catch {
    return false;
  }
}

const folderOf = (address: string): string => address.replace(/[?#].*$/, '').replace(/[^/]*$/, '') || './';
