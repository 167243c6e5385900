// What the stages of `prepare` hand on. Types only.
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { KnownHashes } from '../../context/list/list-hashes.ts';
import type { LeftMessages } from '../../context/list/redacted.ts';
import type { RequestInput } from '../../context/plan/request.ts';
import type { ContextWording } from '../../context/words/wording.ts';
import type { FallbackPlan } from './commit.ts';
import type { ListCall } from './conversation.ts';
import type { BranchOfList } from './list/branch-of-list.ts';

/** A call of `prepare`. */
export interface PrepareCall<Message> extends ListCall<Message> {
  /** Stored hashes, as they were known when the call began. */
  readonly known: KnownHashes;
  /** Wording that names the tools of this request. */
  readonly wording: ContextWording;
}

/** Part of the plan's input that the list and the options alone decide; the same in all attempts. */
export type KnownRequest = Pick<RequestInput, 'history' | 'head' | 'ownHead' | 'request'>;

/** One attempt: the state of the session that a plan is made for, and committed against. */
export interface Attempt {
  readonly basis: ContextBasis;
  readonly fallback: FallbackPlan;
  readonly at: BranchOfList;
  /** What a hard forget left of messages of the list. */
  readonly left: LeftMessages;
}
