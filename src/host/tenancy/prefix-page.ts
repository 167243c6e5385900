// Takes pages of the sessions whose workspaces begin with a prefix from a storage of many tenants.
import { ROWS_PER_READ } from '../../options/policy.ts';
import type { SessionAddress, SessionPage, StoredSession } from '../../storage/port.ts';

/**
 * Reads a page of the sessions under a prefix. In the order of lists they are adjacent: the first other one ends them.
 * @param read reads a page of all sessions
 */
export async function prefixPage<One extends StoredSession>(
  prefix: string,
  read: (page: SessionPage) => Promise<readonly One[]>,
  page: SessionPage,
): Promise<readonly One[]> {
  if (page.workspace !== undefined) return page.workspace.startsWith(prefix) ? read(page) : [];
  const begin = { workspace: prefix, session: '' };
  const after = page.after && page.after.workspace >= prefix ? page.after : begin;
  const found: One[] = [];
  const limit = page.limit ?? Infinity;
  for (let from: SessionAddress = after; found.length < limit;) {
    const next = await read({ ...page, after: from, limit: Math.min(limit, ROWS_PER_READ) });
    const ours = next.filter(({ workspace }) => workspace.startsWith(prefix));
    found.push(...ours);
    const last = next.at(-1);
    if (!last || ours.length < next.length || next.length < Math.min(limit, ROWS_PER_READ)) break;
    from = last;
  }
  return found.slice(0, limit);
}
