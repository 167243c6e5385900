// The session tree for the page: every file with its text and former text, and which one changed last.
import type { Commit, Document, WorkingMemory } from 'working-memory';
import { retryLostWorker } from './worker/retry-lost-worker.ts';
import { type Cell, createCell } from './cell.ts';
import { coalesced } from './coalesce.ts';

export interface TreeFile {
  readonly document: Document;
  readonly bytes: number;
  /** Text before the latest change that this page saw; undefined where it saw none. */
  readonly former: string | undefined;
  /** Number of changes that this page saw; 0: as first read. */
  readonly changes: number;
}

export interface TreeState {
  /** The overview first, then by path. */
  readonly files: Cell<readonly TreeFile[]>;
  /** Path of the file that changed last. */
  readonly changed: Cell<string | undefined>;
  onCommit(commit: Commit): void;
  refresh(): void;
}

const FILE_EVENTS = [
  'session-created',
  'file-written',
  'blocks-updated',
  'file-redacted',
  'state-changed',
  'file-renamed',
  'file-deleted',
];

export function createTreeState(memory: () => WorkingMemory, fail: (error: unknown) => void): TreeState {
  const files = createCell<readonly TreeFile[]>([]);
  const changed = createCell<string | undefined>(undefined);
  let isFirst = true;

  async function load(): Promise<void> {
    const known = new Map(files.get().map((file) => [file.document.path, file]));
    const entries = await memory().files.list();
    const fresh = await Promise.all(
      entries.map(async ({ path, bytes, revision, updatedAt }): Promise<TreeFile> => {
        const before = known.get(path);
        const isSame =
          before !== undefined &&
          before.document.revision === revision &&
          before.document.updatedAt === updatedAt &&
          before.bytes === bytes;
        if (isSame) return before;
        const document = await memory().files.read(path);
        if (before?.document.text === document.text) return { ...before, document, bytes };
        const former = before?.document.text ?? (isFirst ? undefined : '');
        return { document, bytes, former, changes: isFirst ? 0 : (before?.changes ?? 0) + 1 };
      }),
    );
    const latest = fresh.filter((file) => file !== known.get(file.document.path) && file.changes > 0).at(-1);
    files.set(fresh.sort(inOrder));
    if (latest) changed.set(latest.document.path);
    isFirst = false;
  }

  const refresh = coalesced(async () => {
    try {
      await retryLostWorker(load);
    } catch (error) {
      fail(error);
    }
  });

  return {
    files,
    changed,
    onCommit({ events }) {
      if (events.some(({ type }) => FILE_EVENTS.includes(type))) refresh();
    },
    refresh,
  };
}

const rank = (path: string): number => (path === 'overview.md' ? 0 : path.startsWith('detail/') ? 1 : 2);

/** Sorts digits in names as numbers: conversation-9 before conversation-10. */
const byPath = new Intl.Collator('en', { numeric: true });

const inOrder = (one: TreeFile, other: TreeFile): number =>
  rank(one.document.path) - rank(other.document.path) || byPath.compare(one.document.path, other.document.path);
