// A tenant: all workspaces whose names begin with one prefix, such as `acme/ann` and `acme/ben`. List, quota and
// erasure cover all of them; a memory still sees only its own workspace.
import type { SessionEntry, SessionListOptions } from '../../api/sessions.ts';
import { sentinelName } from '../../client/sentinel.ts';
import { checkPage, entryOf } from '../../engine/tree/sessions.ts';
import { compactStorage } from '../../engine/session/stored/compact-storage.ts';
import { invalidInput, isWorkingMemoryError } from '../../errors.ts';
import { TENANT_OPTIONS } from '../../options/fleet.ts';
import { checkOptions, withDefaults } from '../../options/rules.ts';
import { systemClock } from '../../ports/system.ts';
import { addressKey, type SessionAddress, type SessionPage, type Storage } from '../../storage/port.ts';
import { SHARED } from '../../tree/session-name.ts';
import { prefixPage } from './prefix-page.ts';
import { TenantQuota, transcriptBytes } from './quota.ts';

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
  const whole = compactStorage(given);
  const pageOfOurs = (page: SessionPage) => prefixPage(prefix, (each) => whole.sessions(each), page);

  async function usage(): Promise<TenantUsage> {
    const found = await pageOfOurs({});
    const sum = (of: (one: (typeof found)[number]) => number): number => found.reduce((sum, one) => sum + of(one), 0);
    return {
      workspaces: new Set(found.map(({ workspace }) => workspace)).size,
      sessions: found.filter(({ session }) => session !== SHARED).length,
      items: sum(({ manifest }) => manifest.items),
      messages: sum(({ manifest }) => manifest.messages),
      bytes: sum(({ manifest }) => manifest.bytes ?? 0),
    };
  }

  const quota = new TenantQuota(prefix, { sessions: maxSessions, bytes: maxBytes }, usage);

  const refuseOther = ({ workspace }: SessionAddress): void => {
    if (!workspace.startsWith(prefix)) throw invalidInput('workspace', `a name that begins with ${prefix}`, workspace);
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
        await quota.take(basis.head === 0 && address.session !== SHARED, transcriptBytes(batch));
        return given.commit(address, basis, batch);
      }),
      since: within(given.since),
      row: within(given.row),
      rows: within(given.rows),
      journal: within(given.journal),
      remove: within(async (address, basis) => {
        quota.forget();
        return given.remove(address, basis);
      }),
      ...(trim && { trim: within(trim) }),
      ...(flush && { flush: within(flush) }),
      sessions: (page = {}) => prefixPage(prefix, (each) => given.sessions(each), page),
      close: () => given.close(),
    },

    async list(page = {}) {
      checkPage(page);
      const { limit = Infinity } = page;
      const found: SessionEntry[] = [];
      for (let from: SessionPage = page; ;) {
        const read = await pageOfOurs(from);
        found.push(...read.filter(({ session }) => session !== SHARED).map(entryOf));
        const after = read.at(-1);
        if (!after || read.length < limit || found.length >= limit) return found.slice(0, limit);
        from = { ...page, after };
      }
    },

    usage,

    async erase() {
      const failed = new Map<string, string>();
      const found = await pageOfOurs({});
      for (const address of found) {
        try {
          await given.remove(address);
          await given.sentinels?.write(sentinelName(address), undefined).catch(() => undefined);
        } catch (error) {
          if (!isWorkingMemoryError(error)) throw error;
          failed.set(addressKey(address), error.code);
        }
      }
      quota.forget();
      const still = new Map(
        (await pageOfOurs({})).map(({ workspace, session }) => [
          addressKey({ workspace, session }),
          { workspace, session },
        ]),
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
