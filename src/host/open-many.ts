// Opens many sessions and keeps the most recently used ones in memory.
import type { WorkingMemory } from '../api/memory.ts';
import { invalidOption, memoryClosed } from '../errors.ts';
import { MANY_OPTIONS } from '../options/fleet.ts';
import { UNNAMED_WORKSPACE } from '../options/names.ts';
import { OPTIONS } from '../options/options.ts';
import { checkOptions, withDefaults } from '../options/rules.ts';
import type { EntryParts } from './companions.ts';
import { createOpen } from './open.ts';
import { OPEN_OPTIONS, type OpenOptions } from './opening/open-options.ts';
import { RestingPool } from './resting.ts';
import { addressKey } from '../storage/port.ts';

/** Options of `openMany`: those of `openWorkingMemory` for all its sessions, and the number that stay in memory. */
export interface ManyOptions extends Omit<OpenOptions, 'session' | 'peers'> {
  /** Most sessions in memory, exceeded only while more are called at the same time; default 256. */
  readonly max?: number;
  /** Idle time after which a session rests, ms; default 600,000 (10 min). */
  readonly idleMs?: number;
}

/** Many memories, one for each session; the answer of `openMany`. */
export interface ManyMemories {
  /**
   * Opens a session, creating it if it is new; returns the same memory to all callers while it is in use. The app may
   * keep a memory for as long as it likes: it rests while others are called, and its next call brings it back. While it
   * rests it learns of no commit by others, and its next call reports them to `subscribe` as one event `commits-missed`;
   * if it is deleted meanwhile, its next command rejects with `not-found`, and opening it again begins anew.
   * @param workspace replaces that of the options
   * @throws as `openWorkingMemory` · closed
   */
  open(session: string, workspace?: string): Promise<WorkingMemory>;
  /** Number of sessions in memory now. */
  readonly awake: number;
  /** Closes every memory that was opened here. */
  close(): Promise<void>;
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Creates `openMany` for an entry. */
export function createOpenMany(entry: EntryParts) {
  return function openMany(options: ManyOptions = {}): ManyMemories {
    checkOptions(options, { ...OPTIONS, ...OPEN_OPTIONS, ...MANY_OPTIONS }, 'openMany');
    const { max: _, idleMs: __, ...shared }: ManyOptions = options;
    for (const name of ['session', 'peers'])
      if (name in shared) throw invalidOption(name, 'left out: each session of openMany has its own', 'a value');
    const filled = withDefaults(MANY_OPTIONS, options);
    const pool = new RestingPool(filled.max, filled.idleMs);
    /** Opened memories by address; a resting one stays only as long as the app holds it. */
    const opened = new Map<string, WeakRef<WorkingMemory>>();
    const opening = new Map<string, Promise<WorkingMemory>>();
    const dropped = new FinalizationRegistry<string>((id) => {
      if (!opened.get(id)?.deref()) opened.delete(id);
    });
    let isClosed = false;

    const openNew = async (id: string, session: string, workspace: string): Promise<WorkingMemory> => {
      const held: { memory?: WorkingMemory } = {};
      const open = createOpen(entry, pool.rest(held));
      const memory = await open({ ...shared, session, workspace });
      held.memory = memory;
      opened.set(id, new WeakRef(memory));
      dropped.register(memory, id);
      if (!isClosed) return memory;
      await memory.close();
      throw memoryClosed();
    };

    const close = async (): Promise<void> => {
      isClosed = true;
      await Promise.all([...opening.values()].map((each) => each.catch(() => undefined)));
      await Promise.all([...opened.values()].map((each) => each.deref()?.close()));
      opened.clear();
    };

    return {
      async open(session, workspace = shared.workspace ?? UNNAMED_WORKSPACE) {
        if (isClosed) throw memoryClosed();
        checkOptions({ session, workspace }, OPTIONS, '');
        const id = addressKey({ workspace, session });
        const known = opened.get(id)?.deref();
        if (known && known.health().state !== 'closed') {
          // The session may have been deleted meanwhile: then it begins anew.
          if (known.recovery.kind === 'reset') await known.reopen();
          return known;
        }
        const pending = opening.get(id) ?? openNew(id, session, workspace).finally(() => opening.delete(id));
        opening.set(id, pending);
        return pending;
      },
      get awake() {
        return pool.awake;
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  };
}
