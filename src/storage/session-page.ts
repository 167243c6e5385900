// Takes one page from a list of sessions, for storages that read the whole list. Pure.
import type { SessionAddress, SessionPage, StoredManifest, StoredSession } from './port.ts';

/** Orders lists: by workspace, then by name, as JavaScript sorts strings. */
export const byAddress = (one: SessionAddress, other: SessionAddress): number =>
  order(one.workspace, other.workspace) || order(one.session, other.session);

/** @param found all sessions, in any order */
export const pageOf = <One extends StoredSession>(found: readonly One[], page: SessionPage): One[] =>
  found
    .filter((one) => isOnPage(one, page))
    .sort(byAddress)
    .slice(0, page.limit);

const isOnPage = (one: StoredSession, { workspace, after, olderThan = Infinity }: SessionPage): boolean =>
  (workspace === undefined || one.workspace === workspace) &&
  (after === undefined || byAddress(after, one) < 0) &&
  lastUse(one.manifest) < olderThan;

/** Returns the time of the latest commit; without one, the greatest: damage must not make a session look idle. */
export function lastUse({ t, time = t }: StoredManifest): number {
  return Number.isFinite(time) ? Number(time) : Number.MAX_SAFE_INTEGER;
}

const order = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
