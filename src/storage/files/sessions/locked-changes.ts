/// <reference types="node" />
// The changes of a session whose lock is held: a commit and a removal.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isRemovable } from '../../basis.ts';
import type { Basis, CommitOutcome } from '../../port.ts';
import { carryOut, type PendingFile, putPending } from '../batch.ts';
import { prepareDocuments } from '../documents.ts';
import { setMetaAside } from '../lost-meta.ts';
import type { FileOperations } from '../operations.ts';
import { changesSince } from '../view.ts';
import { REMOVED } from '../workspaces.ts';
import type { LockedSession } from './session-locks.ts';

/** Writes the batch, unless others have committed since `basis`. @param writing operations of the batch's durability */
export async function writeBatch(
  files: FileOperations,
  writing: FileOperations,
  { view, lock, logs, loseRace }: LockedSession,
  basis: Basis,
  prepared: PendingFile,
): Promise<CommitOutcome> {
  const { folder } = view;
  const moved = await changesSince(files, view, basis, prepared.session);
  if (moved) {
    loseRace();
    return { status: 'moved', moved };
  }
  if (view.isLost) await setMetaAside(files, folder);
  const pending = { ...prepared, after: view.meta?.commit ?? '' };
  const documents = pending.rows.filter(({ store }) => store === 'files');
  await prepareDocuments(writing, folder, documents);
  await putPending(writing, folder, pending, () => lock.confirm());
  // The batch counts already: after a failure here reads see it, and the next owner carries it out.
  await carryOut(writing, folder, view.stored, pending, logs).catch(() => undefined);
  return { status: 'done' };
}

/** Puts the session aside for `Workspaces.sweep`; false if it is no longer in the state `basis`. */
export async function putAside(
  files: FileOperations,
  { view: { folder, meta }, lock }: LockedSession,
  basis: Basis | undefined,
): Promise<boolean> {
  if (!isRemovable(meta?.manifest, basis)) return false;
  await lock.confirm();
  await files.rename(folder.path, join(dirname(folder.path), REMOVED + randomUUID()));
  return true;
}
