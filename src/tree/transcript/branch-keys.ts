// Keys of the ledger's rows: plain for the first branch, under the name of the branch for others. Pure.

/** Name of the first branch; a branch is named by the revision of the ledger with which it began. */
export const FIRST_BRANCH = '1';

/** Row of a branch with its numbers; every other row may hold words of the conversation. */
export const NUMBERS = 'now';

/** Row of the overview that the epoch shows after the system prompt. */
export const PIN = 'pin';

const BRANCHES = 'branch/';

export const branchKey = (branch: string, key: string): string =>
  branch === FIRST_BRANCH ? key : `${BRANCHES}${branch}/${key}`;

export function readBranchKey(row: string): { readonly branch: string; readonly key: string } {
  if (!row.startsWith(BRANCHES)) return { branch: FIRST_BRANCH, key: row };
  const end = row.indexOf('/', BRANCHES.length);
  return { branch: row.slice(BRANCHES.length, end), key: row.slice(end + 1) };
}
