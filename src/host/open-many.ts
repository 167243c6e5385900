// Opens many sessions, of which those asked last are in memory.
import type { WorkingMemory } from '../api/memory.ts';
import { invalidOption, memoryClosed } from '../errors.ts';
import type { CompilableKernel } from '../kernel/load.ts';
import { MANY_OPTIONS } from '../options/fleet.ts';
import { OPTIONS, type Settings } from '../options/options.ts';
import { checkOptions, withDefaults } from '../options/rules.ts';
import type { Companions } from './companions.ts';
import { createOpen, OPEN_OPTIONS, type OpenOptions } from './open.ts';
import { RestingPool } from './resting.ts';

/** Options of `openMany`: those of `openWorkingMemory`, the same for all its sessions, and how many of these are awake. */
export interface ManyOptions extends Omit<OpenOptions, 'session' | 'peers'> {
  /** Sessions in memory, more only while more are being asked at the same time; default 256. */
  readonly max?: number;
  /** A session that nobody asked for so long rests, ms; default 600,000 (10 min). */
  readonly idleMs?: number;
}

/** Many memories, one for each session: what `openMany` returns. */
export interface ManyMemories {
  /**
   * Opens a session, creating it when it is new; the same memory for all who ask while it is in use. A memory may be kept
   * for as long as the app likes: it rests when others are asked, and its next call brings it back. While it rests it hears
   * of no commit of others; deleted meanwhile, its next command rejects with `not-found`, and it begins anew when it is
   * opened again.
   * @param workspace instead of that of the options
   * @throws as `openWorkingMemory` · closed
   */
  open(session: string, workspace?: string): Promise<WorkingMemory>;
  /** Sessions in memory now. */
  readonly awake: number;
  /** Closes every memory that was opened here. */
  close(): Promise<void>;
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** As `createOpen`. */
export function createOpenMany(
  defaultKernel: () => Promise<CompilableKernel>,
  companions?: Companions,
  ofWorkspace?: Partial<Settings['recall']['workspace']>,
) {
  return function openMany(options: ManyOptions = {}): ManyMemories {
    checkOptions(options, { ...OPTIONS, ...OPEN_OPTIONS, ...MANY_OPTIONS }, 'openMany');
    const { max: _, idleMs: __, ...shared } = options;
    for (const name of ['session', 'peers'])
      if (name in shared) throw invalidOption(name, 'left out: each session of openMany has its own', 'a value');
    const filled = withDefaults(MANY_OPTIONS, options);
    const pool = new RestingPool(filled.max, filled.idleMs);
    /** Of who rests, only as long as the app holds it. */
    const opened = new Map<string, WeakRef<WorkingMemory>>();
    const opening = new Map<string, Promise<WorkingMemory>>();
    const dropped = new FinalizationRegistry<string>((id) => {
      if (!opened.get(id)?.deref()) opened.delete(id);
    });
    let isClosed = false;

    const openNew = async (id: string, session: string, workspace?: string): Promise<WorkingMemory> => {
      const held: { memory?: WorkingMemory } = {};
      const open = createOpen(defaultKernel, companions, ofWorkspace, pool.rest(held));
      const memory = await open({ ...shared, session, ...(workspace !== undefined && { workspace }) });
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
      async open(session, workspace) {
        if (isClosed) throw memoryClosed();
        const id = JSON.stringify([workspace ?? shared.workspace, session]);
        const known = opened.get(id)?.deref();
        if (known && known.health().state !== 'closed') {
          // It may be deleted since: asked for again, it begins anew.
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
