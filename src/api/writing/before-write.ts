// What the option `onBeforeWrite` is asked and may answer. Types only.
import type { Source, Trust } from '../../options/provenance.ts';
import type { Role } from '../../tree/transcript/transcript.ts';

/** A text before anything of it is stored, and where it comes from. */
export interface PendingWrite {
  /** `state`: the structured part of overview.md. */
  readonly kind: 'item' | 'file' | 'message' | 'state';
  /** The whole text as it would be stored; of a message with the arguments of its calls and with its results. */
  readonly text: string;
  /** Who wrote it. */
  readonly source: Source;
  /** 0–2, of the source. */
  readonly trust: Trust;
  /** Of a file. */
  readonly path?: string;
  /** Of a message. */
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
  /** For the error that the caller, or the model, reads: at most 200 characters, without the text itself. */
  readonly reason?: string;
}

/**
 * Decides about a text before it is stored. It must not call the memory that asks it: that call would wait for it.
 * @example
 * const onBeforeWrite: OnBeforeWrite = ({ text, source }) => {
 *   if (text.includes('PRIVATE KEY-----')) return { decision: 'reject', reason: 'It holds a private key.' };
 *   return source === 'tool' ? 'quarantine' : 'allow';
 * };
 */
export type OnBeforeWrite = (
  write: PendingWrite,
) => WriteDecision | WriteVerdict | Promise<WriteDecision | WriteVerdict>;
