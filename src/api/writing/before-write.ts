// The argument and the answers of the option `onBeforeWrite`. Types only.
import type { Source, Trust } from '../../options/provenance.ts';
import type { Role } from '../../tree/transcript/transcript.ts';

/** A text before any of it is stored, with its origin. */
export interface PendingWrite {
  /** `state`: the structured part of overview.md. */
  readonly kind: 'item' | 'file' | 'message' | 'state';
  /** The whole text as it would be stored; for a message, including the arguments of its calls and its results. */
  readonly text: string;
  /** Writer of the text. */
  readonly source: Source;
  /** Trust of the source, 0–2. */
  readonly trust: Trust;
  /** Path, for a file. */
  readonly path?: string;
  /** Role, for a message. */
  readonly role?: Role;
}

/**
 * `allow`: it is stored · `quarantine`: it is stored with trust 0, so that it comes into no prompt by itself and takes no
 * item's place; overview and state are in every prompt, so there it means `reject` · `reject`: the call rejects with
 * `write-rejected`, and nothing of it is stored.
 */
export type WriteDecision = 'allow' | 'quarantine' | 'reject';

/** A decision with its reason. */
export interface WriteVerdict {
  readonly decision: WriteDecision;
  /** Reason for the error that the caller, or the model, reads: at most 200 characters, without the text itself. */
  readonly reason?: string;
}

/**
 * Decides about a text before it is stored. Must not call the memory that asks: such a call would wait for its own
 * answer.
 * @example
 * const onBeforeWrite: OnBeforeWrite = ({ text, source }) => {
 *   if (text.includes('PRIVATE KEY-----')) return { decision: 'reject', reason: 'It holds a private key.' };
 *   return source === 'tool' ? 'quarantine' : 'allow';
 * };
 */
export type OnBeforeWrite = (
  write: PendingWrite,
) => WriteDecision | WriteVerdict | Promise<WriteDecision | WriteVerdict>;
