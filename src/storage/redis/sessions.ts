// The places of sessions in Redis: the keys of each, in one slot, and the list of all names, in one sorted set.
//
// List and session may be on two nodes of a cluster, so no script changes both. A name is listed before its session
// begins and again after, and removed after the session is gone, unless it has begun anew: readers of the list skip a
// name without a session, and no session is without its name.
import { ROWS_PER_READ } from '../../options/policy.ts';
import { addressKey, type SessionAddress, type SessionPage, type StoredSession } from '../port.ts';
import { byAddress, pageOf } from '../session-page.ts';
import { fromStoredName, storedName } from '../stored-name.ts';
import { isYes, textsIn } from './replies.ts';

export type Ask = (command: string, args: string[]) => Promise<unknown>;

export interface RedisSessions {
  /** @param isNew whether the session is about to begin, perhaps after another one of this name ended */
  keysOf(address: SessionAddress, isNew?: boolean): Promise<readonly string[]>;
  /** Lists the name, before the first commit of this process, and after the one that began the session. */
  list(address: SessionAddress, isAgain?: boolean): Promise<void>;
  /** Removes the name, after the session's keys are deleted. */
  strike(address: SessionAddress): Promise<void>;
  page(page: SessionPage): Promise<readonly StoredSession[]>;
}

const NAMES = ['manifest', 'rows', 'order', 'touched', 'journal'];

/** Separates workspace and name; neither contains it in stored form, and it sorts before all their characters. */
const BETWEEN = '\u0000';
/** First unit that a stored name may contain. */
const BEHIND = '\u0001';

const memberOf = ({ workspace, session }: SessionAddress): string =>
  storedName(workspace) + BETWEEN + storedName(session);

/** @param about reads one session; undefined if there is none under these keys */
export function redisSessions(
  ask: Ask,
  prefix: string,
  about: (address: SessionAddress, keys: readonly string[]) => Promise<StoredSession | undefined>,
): RedisSessions {
  /**
   * Set of names of sessions from before keys had hash tags: they keep their keys and this list until they are deleted.
   */
  const former = `${prefix}sessions`;
  const names = `${prefix}names`;
  const formerNames = new Map<string, boolean>();
  const listed = new Set<string>();

  async function isFormer(name: string): Promise<boolean> {
    const known = formerNames.get(name) ?? isYes(await ask('SISMEMBER', [former, name]));
    formerNames.set(name, known);
    return known;
  }

  const keysIn = (name: string, isOld: boolean): string[] =>
    NAMES.map((key) => `${prefix}${isOld ? name : `{${name}}`}:${key}`);

  const found = async (address: SessionAddress, isOld: boolean): Promise<StoredSession[]> => {
    const session = await about(address, keysIn(addressKey(address), isOld));
    return session ? [session] : [];
  };

  const all = async (addresses: readonly SessionAddress[], isOld: boolean): Promise<StoredSession[]> =>
    (await Promise.all(addresses.map((address) => found(address, isOld)))).flat();

  return {
    async keysOf(address, isNew = false) {
      const name = addressKey(address);
      if (isNew) formerNames.delete(name);
      return keysIn(name, await isFormer(name));
    },

    async list(address, isAgain = false) {
      const name = addressKey(address);
      if ((listed.has(name) && !isAgain) || (await isFormer(name))) return;
      await ask('ZADD', [names, '0', memberOf(address)]);
      listed.add(name);
    },

    async strike(address) {
      const name = addressKey(address);
      listed.delete(name);
      if (await isFormer(name)) {
        await ask('SREM', [former, name]);
        formerNames.delete(name);
        return;
      }
      await ask('ZREM', [names, memberOf(address)]);
      const [manifest = ''] = keysIn(name, false);
      if (isYes(await ask('EXISTS', [manifest]))) await ask('ZADD', [names, '0', memberOf(address)]);
    },

    async page(page) {
      const { workspace, after, limit = Infinity } = page;
      if (limit < 1) return [];
      const old = textsIn(await ask('SMEMBERS', [former]))
        .map(addressIn)
        .sort(byAddress);
      const sessions: StoredSession[] = [];
      for (let from = 0; from < old.length; from += ROWS_PER_READ) {
        sessions.push(...pageOf(await all(old.slice(from, from + ROWS_PER_READ), true), page));
      }
      const first = workspace === undefined ? '-' : `[${storedName(workspace)}${BETWEEN}`;
      const last = workspace === undefined ? '+' : `(${storedName(workspace)}${BEHIND}`;
      const isWithin = after && (workspace === undefined || after.workspace >= workspace);
      let begin = isWithin ? `(${memberOf(after)}` : first;
      for (let newer = 0; newer < limit;) {
        const range = [names, begin, last, 'LIMIT', '0', String(ROWS_PER_READ)];
        const members = textsIn(await ask('ZRANGEBYLEX', range));
        const read = pageOf(await all(members.map(addressOf), false), page);
        newer += read.length;
        sessions.push(...read);
        begin = `(${members.at(-1) ?? ''}`;
        if (members.length < ROWS_PER_READ) break;
      }
      return pageOf(sessions, page);
    },
  };
}

function addressOf(member: string): SessionAddress {
  const [workspace = '', session = ''] = member.split(BETWEEN);
  return { workspace: fromStoredName(workspace), session: fromStoredName(session) };
}

function addressIn(name: string): SessionAddress {
  const [workspace, session] = JSON.parse(name) as [string, string];
  return { workspace, session };
}
