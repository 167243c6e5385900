// One session's state. It is nothing but its rows: loading, catching up with another owner and swapping in the result
// of a command are the same act, `absorb`.
import type { Item } from '../items/item.ts';
import type { Manifest, RowChange, RowStore } from '../ports/storage.ts';
import { STORAGE_VERSION } from '../ports/storage.ts';
import type { Document } from '../session/documents.ts';
import { unsealed } from './check.ts';

/** The stores that are held in memory; the others are read when they are asked for. */
export const LOADED_STORES: readonly RowStore[] = ['sessions', 'items', 'files'];

export interface SessionRow {
  /** The working directory as the app gave it. */
  readonly cwd: string;
  readonly createdAt: number;
}

/** A row that does not match its checksum: reported and left alone in storage. */
export interface Quarantined {
  readonly store: RowStore;
  readonly key: string;
}

const NEW_SESSION: Manifest = {
  version: STORAGE_VERSION,
  head: 0,
  time: 0,
  step: 0,
  nextSequence: 0,
  items: 0,
  tokens: 0,
};

export class SessionState {
  manifest: Manifest = NEW_SESSION;
  session: SessionRow | undefined;
  /** In order of sequence: a Map keeps the order of first insertion and sequences only grow. */
  readonly items = new Map<string, Item>();
  readonly files = new Map<string, Document>();
  readonly quarantined: Quarantined[] = [];

  get usage(): { readonly items: number; readonly tokens: number } {
    return { items: this.manifest.items, tokens: this.manifest.tokens };
  }

  /** Back to nothing, before a full load. */
  forget(): void {
    this.manifest = NEW_SESSION;
    this.session = undefined;
    this.items.clear();
    this.files.clear();
    this.quarantined.length = 0;
  }

  /** Takes over rows as they now are. Returns the items among them, in order of sequence. */
  absorb(manifest: Manifest, rows: readonly RowChange[]): [id: string, item: Item | undefined][] {
    this.manifest = manifest;
    const items: [string, Item | undefined][] = [];
    for (const { store, key, value } of rows) {
      const fields = value === undefined ? undefined : unsealed(value);
      if (value !== undefined && fields === undefined) {
        this.quarantined.push({ store, key });
        continue;
      }
      if (store === 'items') items.push([key, fields && ({ ...fields, id: key } as Item)]);
      else if (store === 'files') replace(this.files, key, fields && ({ ...fields, path: key } as Document));
      else if (store === 'sessions') this.session = fields as SessionRow | undefined;
    }
    items.sort(([, one], [, other]) => (one?.sequence ?? -1) - (other?.sequence ?? -1));
    for (const [id, item] of items) replace(this.items, id, item);
    return items;
  }
}

function replace<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
