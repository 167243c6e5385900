// Writes commits and removals through a pending record, which makes each of them atomic: what a process leaves behind is
// carried out before the session's next operation.
import { isWorkingMemoryError } from '../../errors.ts';
import { storageFailed } from '../failures.ts';
import { carryOut, isDue, type MetaRecord, type PendingRecord, readPending } from './batch.ts';
import type { Keyspace } from './keys.ts';
import { readRecord, recordOf, type UnstorageLike } from './records.ts';

export class PendingWrites {
  readonly #storage: UnstorageLike;
  /** Ids of pending records whose commit was rejected and whose removal failed. */
  readonly #refused = new Set<string>();
  /** Whether a write was read back: read-only drivers ignore writes without an error. */
  #isWritable = false;

  constructor(storage: UnstorageLike) {
    this.#storage = storage;
  }

  /** Carries out what is pending; returns the session's record, undefined if nothing is stored. */
  async finish(keyspace: Keyspace): Promise<MetaRecord | undefined> {
    const pending = await readPending(this.#storage, keyspace);
    const record = (await this.#storage.getItem(keyspace.meta)) ?? undefined;
    if (pending) {
      if (!this.#refused.has(pending.id) && isDue(pending, metaBefore(record, keyspace))) {
        await carryOut(this.#storage, keyspace, pending);
        return pending.meta;
      }
      await this.#storage.removeItem(keyspace.pending);
      this.#refused.delete(pending.id);
    }
    return record === undefined ? undefined : readRecord<MetaRecord>(record, keyspace.meta);
  }

  async write(keyspace: Keyspace, pending: PendingRecord): Promise<void> {
    await this.#put(keyspace, pending);
    // The commit counts already: after a failure here the next operation carries it out first.
    await carryOut(this.#storage, keyspace, pending).catch(() => undefined);
  }

  /** Stores the pending record: the commit counts once this resolves. */
  async #put(keyspace: Keyspace, pending: PendingRecord): Promise<void> {
    const record = recordOf(pending);
    try {
      await this.#storage.setItem(keyspace.pending, record);
      if (!this.#isWritable && (await this.#storage.getItem(keyspace.pending)) !== record) {
        throw new Error('What was written cannot be read: the driver is read-only, or its reads lag behind its writes');
      }
      this.#isWritable = true;
    } catch (error) {
      this.#refused.add(pending.id);
      await this.#storage.removeItem(keyspace.pending).catch(() => {
        throw storageFailed(
          'The driver of unstorage failed',
          'This command takes effect only if this process ends before the driver works again',
          error,
        );
      });
      this.#refused.delete(pending.id);
      throw error;
    }
  }
}

function metaBefore(record: unknown, keyspace: Keyspace): MetaRecord | 'torn' | undefined {
  if (record === undefined) return undefined;
  try {
    return readRecord<MetaRecord>(record, keyspace.meta);
  } catch (error) {
    if (record instanceof Error || isWorkingMemoryError(error, 'storage-version')) throw error;
    return 'torn';
  }
}
