// Forks a session as it was after a commit: its export, cut back to that state, becomes a session of a new name.
import type { WorkingMemory } from '../../api/memory.ts';
import { bundleAt, readExport, written } from '../figures/bundle-at.ts';
import type { CommitEntry, StateAt } from '../figures/state-at.ts';
import { ShortTasks } from './short-tasks.ts';

/** Numbers of items, files and messages. */
export interface Extent {
  readonly items: number;
  readonly files: number;
  readonly messages: number;
}

export interface Forked {
  readonly session: string;
  readonly taken: Extent;
  /** Numbers of records that stood there then and are in no row any more, or found no room. */
  readonly missing: Extent;
}

/** Forks the session. @throws invalid-input: the name is taken or invalid · errors of `export` and `import` */
export async function forkAt(
  memory: Pick<WorkingMemory, 'export' | 'import'>,
  name: string,
  entry: CommitEntry,
  state: StateAt,
): Promise<Forked> {
  const tasks = new ShortTasks();
  const exported = await tasks.through(readExport(await memory.export({ format: 'json' })));
  const bundle = await tasks.through(bundleAt(exported, state, entry));
  const { session, items, messages } = await memory.import(await tasks.through(written(bundle)), {
    conflict: 'fork',
    as: name,
    // The bundle is from this app's own session.
    provenance: 'bundle',
  });
  const files = bundle.files.length;
  return {
    session,
    taken: { items, files, messages },
    missing: {
      items: state.items.size - items,
      files: state.files.size - files,
      messages: state.messages - messages,
    },
  };
}
