// A tenant: all workspaces whose names begin with one prefix, such as `acme/ann` and `acme/ben`. List, quota and
// erasure cover all of them; a memory still sees only its own workspace.
import type { SessionEntry, SessionListOptions } from '../api/sessions.ts';
import { sentinelName } from '../client/sentinel.ts';
import { checkPage, entryOf } from '../engine/tree/sessions.ts';
import { compactStorage } from '../engine/session/stored/compact-storage.ts';
import { invalidInput, isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
import { TENANT_OPTIONS } from '../options/fleet.ts';
import { ROWS_PER_READ, TENANT_COUNTED_MS } from '../options/policy.ts';
import { checkOptions, withDefaults } from '../options/rules.ts';
import { systemClock } from '../ports/system.ts';
import {
  addressKey,
  type Batch,
  type SessionAddress,
  type SessionPage,
  type Storage,
  type StoredSession,
} from '../storage/port.ts';
import { SHARED } from '../tree/session-name.ts';
import { utf8Bytes } from '../tree/utf8-bytes.ts';

/** Options of `tenantOf`. */
export interface TenantOptions {
  /** Beginning of the names of its workspaces, 1–500 characters; should end with a separator: `acme/`. */
  readonly prefix: string;
  /** Most sessions; default Infinity. */
  readonly maxSessions?: number;
  /** Most bytes of all transcripts, as `usage` counts them; default Infinity. */
  readonly maxBytes?: number;
}

/** Options of `list` of a tenant: those of `sessions.list`, over its workspaces. */
export type TenantSessions = Omit<SessionListOptions, 'everywhere'>;

/** Stored amount of a tenant. Shared memories do not count as sessions, but their items and bytes count. */
export interface TenantUsage {
  readonly workspaces: number;
  readonly sessions: number;
  /** Items in all stores. */
  readonly items: number;
  readonly messages: number;
  /** UTF-8 bytes of all transcripts. */
  readonly bytes: number;
}

/** Receipt of `erase`, without any text. */
export interface ErasedTenant {
  readonly prefix: string;
  /** ms since 1970. */
  readonly erasedAt: number;
  /** The deleted sessions; `*shared` is the shared memory of a workspace. */
  readonly sessions: readonly Pick<SessionEntry, 'workspace' | 'session' | 'items' | 'messages' | 'head'>[];
  /** Sessions that could not be deleted, with the code of the error, or that began meanwhile. Call `erase` again. */
  readonly left: readonly (SessionAddress & { readonly code?: string })[];
}

/** One tenant of a storage. Every call may reject with storage-*. */
export interface Tenant {
  /**
   * For `openWorkingMemory` and `openMany`: accepts only workspaces of this tenant (`invalid-input`), lists no others,
   * and refuses commits that would exceed the quota (`storage-quota`). The usage is counted anew after a minute and
   * before a refusal; commits of other processes in between can exceed the quota.
   */
  readonly storage: Storage;
  /** Its sessions, in order of workspace and name. @throws invalid-input */
  list(options?: TenantSessions): Promise<readonly SessionEntry[]>;
  /** Reads the list of all its sessions. */
  usage(): Promise<TenantUsage>;
  /**
   * Deletes every session and every shared memory of the tenant, with all their data. The next commands of open
   * memories reject with `not-found`. After an interruption, call it again.
   */
  erase(): Promise<ErasedTenant>;
}

/** Latest count of the usage, and the growth by commits of this process since. */
interface CountedUsage {
  /** Time of the count, ms since 1970. */
  readonly at: number;
  readonly usage: Promise<TenantUsage>;
  /** UTF-8 bytes added since. */
  added: number;
}

/**
 * Returns one tenant of a storage: all workspaces whose names begin with its prefix.
 * @param given the storage of all tenants, or that storage `encrypted` with a key of this tenant
 * @throws invalid-option
 * @example const acme = tenantOf(storage, { prefix: 'acme/', maxSessions: 10_000 });
 */
export function tenantOf(given: Storage, options: TenantOptions): Tenant {
  checkOptions(options, TENANT_OPTIONS, 'tenantOf', "an object such as { prefix: 'acme/' }");
  const { prefix } = options;
  const { maxSessions, maxBytes } = withDefaults(TENANT_OPTIONS, options);
  let counted: CountedUsage | undefined;

  const isOurs = ({ workspace }: { readonly workspace: string }): boolean => workspace.startsWith(prefix);

  /** Reads a page of the tenant's sessions. In the order of lists they are adjacent: the first other one ends them. */
  async function pageIn<One extends StoredSession>(
    read: (page: SessionPage) => Promise<readonly One[]>,
    page: SessionPage,
  ): Promise<readonly One[]> {
    if (page.workspace !== undefined) return isOurs({ workspace: page.workspace }) ? read(page) : [];
    const begin = { workspace: prefix, session: '' };
    const after = page.after && page.after.workspace >= prefix ? page.after : begin;
    const found: One[] = [];
    const limit = page.limit ?? Infinity;
    for (let from: SessionAddress = after; found.length < limit;) {
      const next = await read({ ...page, after: from, limit: Math.min(limit, ROWS_PER_READ) });
      const ours = next.filter(isOurs);
      found.push(...ours);
      const last = next.at(-1);
      if (!last || ours.length < next.length || next.length < Math.min(limit, ROWS_PER_READ)) break;
      from = last;
    }
    return found.slice(0, limit);
  }

  const whole = compactStorage(given);
  const all = (page: SessionPage) => pageIn((each) => whole.sessions(each), page);

  async function usage(): Promise<TenantUsage> {
    const found = await all({});
    const sum = (of: (one: (typeof found)[number]) => number): number => found.reduce((sum, one) => sum + of(one), 0);
    return {
      workspaces: new Set(found.map(({ workspace }) => workspace)).size,
      sessions: found.filter(({ session }) => session !== SHARED).length,
      items: sum(({ manifest }) => manifest.items),
      messages: sum(({ manifest }) => manifest.messages),
      bytes: sum(({ manifest }) => manifest.bytes ?? 0),
    };
  }

  /** Counts a commit against the quota; returns the exhausted part of the quota if the commit would exceed it. */
  async function takeRoom(isNew: boolean, growth: number, now: CountedUsage): Promise<string | undefined> {
    const { sessions, bytes } = await now.usage;
    if (isNew && sessions + 1 > maxSessions) return `${sessions} of ${maxSessions} sessions`;
    if (growth > 0 && bytes + now.added + growth > maxBytes) return `${bytes + now.added} of ${maxBytes} bytes`;
    now.added += growth;
    // Forces a recount, which includes this session, before the next new one.
    if (isNew) counted = undefined;
    return undefined;
  }

  const recount = (): CountedUsage => (counted = { at: systemClock(), usage: usage(), added: 0 });

  async function roomFor(isNew: boolean, growth: number): Promise<void> {
    if (!isNew && growth === 0) return;
    if (maxSessions === Infinity && maxBytes === Infinity) return;
    const isRecent = counted && systemClock() - counted.at <= TENANT_COUNTED_MS;
    if ((await takeRoom(isNew, growth, counted && isRecent ? counted : recount())) === undefined) return;
    // Others may have deleted sessions since that count.
    const full = await takeRoom(isNew, growth, recount());
    if (full !== undefined)
      throw new WorkingMemoryError(
        'storage-quota',
        `The tenant ${prefix} holds ${full}. The command had no effect; delete sessions, or raise its quota.`,
        {},
      );
  }

  const refuseOther = ({ workspace }: SessionAddress): void => {
    if (!isOurs({ workspace })) throw invalidInput('workspace', `a name that begins with ${prefix}`, workspace);
  };
  const within =
    <Rest extends unknown[], T>(call: (address: SessionAddress, ...rest: Rest) => Promise<T>) =>
    async (address: SessionAddress, ...rest: Rest): Promise<T> => {
      refuseOther(address);
      return call.call(given, address, ...rest);
    };
  const { trim, flush } = given;

  return {
    storage: {
      ...given,
      load: within(given.load),
      commit: within(async (address, basis, batch) => {
        await roomFor(basis.head === 0 && address.session !== SHARED, transcriptBytes(batch));
        return given.commit(address, basis, batch);
      }),
      since: within(given.since),
      row: within(given.row),
      rows: within(given.rows),
      journal: within(given.journal),
      remove: within(async (address, basis) => {
        counted = undefined;
        return given.remove(address, basis);
      }),
      ...(trim && { trim: within(trim) }),
      ...(flush && { flush: within(flush) }),
      sessions: (page = {}) => pageIn((each) => given.sessions(each), page),
      close: () => given.close(),
    },

    async list(page = {}) {
      checkPage(page);
      const { limit = Infinity } = page;
      const found: SessionEntry[] = [];
      for (let from: SessionPage = page; ;) {
        const read = await all(from);
        found.push(...read.filter(({ session }) => session !== SHARED).map(entryOf));
        const after = read.at(-1);
        if (!after || read.length < limit || found.length >= limit) return found.slice(0, limit);
        from = { ...page, after };
      }
    },

    usage,

    async erase() {
      const failed = new Map<string, string>();
      const found = await all({});
      for (const address of found) {
        try {
          await given.remove(address);
          await given.sentinels?.write(sentinelName(address), undefined).catch(() => undefined);
        } catch (error) {
          if (!isWorkingMemoryError(error)) throw error;
          failed.set(addressKey(address), error.code);
        }
      }
      counted = undefined;
      const still = new Map(
        (await all({})).map(({ workspace, session }) => [addressKey({ workspace, session }), { workspace, session }]),
      );
      return {
        prefix,
        erasedAt: systemClock(),
        sessions: found
          .filter((one) => !failed.has(addressKey(one)))
          .map((one) => {
            const { workspace, session, items, messages, head } = entryOf(one);
            return { workspace, session, items, messages, head };
          }),
        left: [...still].map(([id, address]) => {
          const code = failed.get(id);
          return { ...address, ...(code !== undefined && { code }) };
        }),
      };
    },
  };
}

/** Counts the bytes that a commit adds to the transcript; the next recount of the tenant sees those that it removes. */
function transcriptBytes({ rows }: Batch): number {
  const added = rows.filter(({ store, value }) => value && (store === 'messages' || store === 'parts'));
  return added.reduce((sum, { value }) => sum + utf8Bytes(JSON.stringify(value)), 0);
}
