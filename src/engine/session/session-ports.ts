// Input and output of a session. Types only.
import type { Commit } from '../../api/memory.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Peers } from '../../ports/peers.ts';
import type { Content, JournalEvent } from './apply.ts';
import type { SessionTime } from './session-time.ts';
import type { Changes } from './state.ts';
import type { SessionStorage } from './stored/compact-storage.ts';
import type { MigrationStep } from './stored/migration.ts';

/** @template Sought what to gather before the command decides again */
export interface Decision<Result, Sought = unknown> {
  /** Without events nothing is committed, and the result is returned as it is. */
  readonly events: readonly JournalEvent[];
  readonly content?: Content;
  readonly result: Result;
  /** Called when the events are committed, before any listener learns of them. Contract: must not throw. */
  readonly committed?: () => void;
  /** The gathered data did not suffice: nothing is committed; the command gathers this and decides again. */
  readonly again?: Sought;
  /** A hard forget: a full storage gives up journal and file history for it, and the command gathers again. */
  readonly erases?: boolean;
}

export interface SessionPorts {
  readonly storage: SessionStorage;
  readonly clock: Clock;
  readonly peers: Peers;
  /** Names sessions and salts ids of commits; unlike the app's ids, which may start anew with every opening. */
  readonly generation: () => string;
  /** Steps between stored formats; tests pass others. */
  readonly migration?: readonly MigrationStep[] | undefined;
}

export interface Followers {
  /** Takes over the changes of a commit. Must not throw, like `commit`. */
  absorb(changes: Changes): void;
  commit(commit: Commit): void;
  /** Returns what to commit before the next command decides; pure but for queries to the kernel. */
  overdue(moment: SessionTime): Decision<unknown>;
}
