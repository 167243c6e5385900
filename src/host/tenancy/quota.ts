// The quota of a tenant: compares each commit with the latest count of the usage and the growth by this process since.
import { WorkingMemoryError } from '../../errors.ts';
import { TENANT_COUNTED_MS } from '../../options/policy.ts';
import { systemClock } from '../../ports/system.ts';
import type { Batch } from '../../storage/port.ts';
import { utf8Bytes } from '../../tree/utf8-bytes.ts';

/** What a quota limits: sessions, and UTF-8 bytes of all transcripts. */
interface LimitedUsage {
  readonly sessions: number;
  readonly bytes: number;
}

interface Count {
  /** Time of the count, ms since 1970. */
  readonly at: number;
  readonly usage: Promise<LimitedUsage>;
  /** UTF-8 bytes added since. */
  added: number;
}

export class TenantQuota {
  readonly #prefix: string;
  readonly #most: LimitedUsage;
  readonly #usage: () => Promise<LimitedUsage>;
  #counted: Count | undefined;

  /** @param usage reads the usage from the storage */
  constructor(prefix: string, most: LimitedUsage, usage: () => Promise<LimitedUsage>) {
    this.#prefix = prefix;
    this.#most = most;
    this.#usage = usage;
  }

  /** Counts a commit against the quota. @throws storage-quota if the commit would exceed it */
  async take(isNew: boolean, growth: number): Promise<void> {
    if (!isNew && growth === 0) return;
    const { sessions, bytes } = this.#most;
    if (sessions === Infinity && bytes === Infinity) return;
    const counted = this.#counted;
    const isRecent = counted && systemClock() - counted.at <= TENANT_COUNTED_MS;
    if ((await this.#exhausted(isNew, growth, isRecent ? counted : this.#count())) === undefined) return;
    // Others may have deleted sessions since that count.
    const full = await this.#exhausted(isNew, growth, this.#count());
    if (full !== undefined)
      throw new WorkingMemoryError(
        'storage-quota',
        `The tenant ${this.#prefix} holds ${full}. The command had no effect; delete sessions, or raise its quota.`,
        {},
      );
  }

  /** Makes the next commit count anew: sessions were deleted. */
  forget(): void {
    this.#counted = undefined;
  }

  #count(): Count {
    return (this.#counted = { at: systemClock(), usage: this.#usage(), added: 0 });
  }

  /** Adds a commit to a count; returns the exhausted part of the quota instead if the commit would exceed it. */
  async #exhausted(isNew: boolean, growth: number, now: Count): Promise<string | undefined> {
    const { sessions, bytes } = await now.usage;
    const most = this.#most;
    if (isNew && sessions + 1 > most.sessions) return `${sessions} of ${most.sessions} sessions`;
    if (growth > 0 && bytes + now.added + growth > most.bytes) return `${bytes + now.added} of ${most.bytes} bytes`;
    now.added += growth;
    // Forces a recount, which includes this session, before the next new one.
    if (isNew) this.forget();
    return undefined;
  }
}

/** Counts the bytes that a commit adds to the transcript; the next count of the tenant sees those that it removes. */
export function transcriptBytes({ rows }: Batch): number {
  const added = rows.filter(({ store, value }) => value && (store === 'messages' || store === 'parts'));
  return added.reduce((sum, { value }) => sum + utf8Bytes(JSON.stringify(value)), 0);
}
