// Storage in Redis, for many processes on one session. Lua scripts compare and write in one step, so no connection is
// reserved for a transaction, and a repeated commit takes effect once.
import { sessionDeleted, WorkingMemoryError } from '../../errors.ts';
import { checkOptions, required, rule } from '../../options/rules.ts';
import { touchedRows } from '../basis.ts';
import { storageFailed } from '../failures.ts';
import {
  type Basis,
  type Batch,
  type CommitOutcome,
  type RowStore,
  type SessionAddress,
  type Storage,
  STORAGE_VERSION,
} from '../port.ts';
import { sortable } from '../key-order.ts';
import { COMMIT, LOAD, PAGE, REMOVE, SINCE } from './scripts.ts';
import { evaluatorOf } from './evaluating.ts';
import { jsonText } from '../json-text.ts';
import { changesIn, entriesIn, listIn, manifestIn, markedIn, movedIn, rowIn, textOrNone, wordIn } from './replies.ts';
import { type RedisClientLike, senderOf } from './sending.ts';
import { redisSessions } from './sessions.ts';

/** Options of `redisStorage`. */
export interface RedisStorageOptions {
  readonly client: RedisClientLike;
  /**
   * Prefix of every key; default `working-memory:`. With a hash tag such as `{agents}:`, one node of a cluster has all.
   */
  readonly prefix?: string;
}

const OPTIONS = {
  client: required(
    rule('a client of ioredis or node-redis', (value) =>
      ['call', 'sendCommand'].some((name) => typeof (value as Record<string, unknown>)?.[name] === 'function'),
    ),
  ),
  prefix: rule('a text', (value) => typeof value === 'string'),
};

/**
 * Keeps sessions in Redis 3 or newer, by Lua scripts. docs/storage-format.md describes the layout.
 * @throws invalid-option
 * @example const storage = redisStorage({ client });
 */
export function redisStorage(options: RedisStorageOptions): Storage {
  checkOptions(options, OPTIONS, 'redisStorage', 'an object such as { client }');
  const { client, prefix = 'working-memory:' } = options;
  const send = senderOf(client);

  const ask = async (command: string, args: string[]): Promise<unknown> => {
    try {
      return await send(command, args);
    } catch (error) {
      throw translate(error, 'Nothing was changed; retry');
    }
  };

  const sessions = redisSessions(ask, prefix, async (address, [manifest = '', rows = '']) => {
    const [stored, row] = await Promise.all([
      ask('HMGET', [manifest, 'json', 'head', 'commit']),
      ask('HGET', [rows, idOf('sessions', 'session')]),
    ]);
    const found = manifestIn(stored);
    return found && { ...address, manifest: found, row: rowIn(row, 'session') };
  });

  const evaluate = evaluatorOf(send);

  /** Builds the arguments of a script. @param mark text that the script returns with its answer */
  const marked = (keys: readonly string[], args: readonly string[], mark: string): string[] => [
    String(keys.length),
    ...keys,
    ...args,
    mark,
  ];

  const run = async (script: string, address: SessionAddress, args: readonly string[]): Promise<unknown> => {
    const mark = crypto.randomUUID();
    const given = marked(await sessions.keysOf(address), args, mark);
    const answer = await evaluate(script, given).catch((error: unknown) => {
      throw translate(error, 'Nothing was changed; retry');
    });
    return markedIn(answer, mark);
  };

  /** Sends the commit again after an error, because a lost reply does not tell whether it took effect. */
  async function runCommit(keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const mark = crypto.randomUUID();
    const given = marked(keys, args, mark);
    const answer = await evaluate(COMMIT, given).catch(() =>
      evaluate(COMMIT, given).catch((error: unknown) => {
        throw translate(error, 'The command may have taken effect: check before you repeat it');
      }),
    );
    return markedIn(answer, mark);
  }

  return {
    kind: 'redis',

    // Kept outside of the prefix, by which sessions are found and deleted.
    sentinels: {
      read: async (name) => textOrNone(await ask('HGET', [`sentinel:${prefix}`, name])),
      async write(name, text) {
        if (text === undefined) await ask('HDEL', [`sentinel:${prefix}`, name]);
        else await ask('HSET', [`sentinel:${prefix}`, name, text]);
      },
    },

    async load(address, stores) {
      const ranges = stores.flatMap((store) => [`[${store}/`, endOf(store)]);
      const [fields, rows] = listIn(await run(LOAD, address, ranges), 2);
      return { manifest: manifestIn(fields), rows: changesIn(rows) };
    },

    async commit(address, basis, batch): Promise<CommitOutcome> {
      const values = commitArguments(basis, batch);
      const isFirst = basis.head === 0;
      const keys = await sessions.keysOf(address, isFirst);
      await sessions.list(address);
      const answer = await runCommit(keys, values);
      if (Array.isArray(answer)) return { status: 'moved', moved: movedIn(answer, basis) };
      if (wordIn(answer, 'done', 'gone') === 'gone') throw sessionDeleted(address.session);
      // The commit counts already, and its name was listed before.
      if (isFirst) await sessions.list(address, true).catch(() => undefined);
      return { status: 'done' };
    },

    async since(address, basis) {
      const answer = await run(SINCE, address, basisArguments(basis));
      if (Array.isArray(answer)) return movedIn(answer, basis);
      if (wordIn(answer, 'gone', 'same') === 'gone' && basis.head > 0) throw sessionDeleted(address.session);
      return undefined;
    },

    async row(address, store, key) {
      const [, rows = ''] = await sessions.keysOf(address);
      return rowIn(await ask('HGET', [rows, idOf(store, key)]), key);
    },

    async rows(address, store, after, limit) {
      const range = [`(${idOf(store, after)}`, endOf(store), String(limit)];
      return limit < 1 ? [] : changesIn(await run(PAGE, address, range));
    },

    sessions: (page = {}) => sessions.page(page),

    async remove(address, basis) {
      const answer = await run(REMOVE, address, basis ? basisArguments(basis) : []);
      if (wordIn(answer, 'done', 'moved') === 'moved') return false;
      await sessions.strike(address);
      return true;
    },

    async journal(address, from, limit) {
      if (limit < 1) return [];
      const range = [(await sessions.keysOf(address)).at(-1) ?? '', `(${from}`, '+inf', 'LIMIT', '0', String(limit)];
      return entriesIn(await ask('ZRANGEBYSCORE', range));
    },

    async close() {},
  };
}

const idOf = (store: RowStore, key: string): string => `${store}/${sortable(key)}`;

/** Exclusive end of a store's row ids: `0` is the character after `/`. */
const endOf = (store: RowStore): string => `(${store}0`;

const basisArguments = ({ head, commit = '' }: Basis): string[] => [String(head), commit, String(STORAGE_VERSION)];

function commitArguments(basis: Basis, { manifest, entry, rows, dropJournalUpTo }: Batch): string[] {
  try {
    const changes = new Map(rows.map(({ store, key, value }) => [idOf(store, key), value && jsonText(value)]));
    const puts = [...changes].filter(([, value]) => value !== undefined) as [string, string][];
    const deletes = [...changes.keys()].filter((id) => changes.get(id) === undefined);
    const touched = touchedRows(entry).map(({ store, key }) => idOf(store, key));
    const lists = [puts.flat(), deletes, touched].flatMap((list) => [String(list.length), ...list]);
    const { head, commit = '', version } = manifest;
    const identity = [crypto.randomUUID(), String(head), commit, String(version)];
    const texts = [jsonText(manifest), jsonText(entry), String(dropJournalUpTo)];
    return [...basisArguments(basis), ...identity, ...texts, ...lists];
  } catch (error) {
    throw storageFailed('A row cannot be stored as JSON', 'The command had no effect', error);
  }
}

function translate(error: unknown, advice: string): WorkingMemoryError {
  if (/READONLY/.test(String(error))) {
    return new WorkingMemoryError(
      'read-only',
      `This Redis accepts no writes (${String(error)}). Nothing was changed; connect to the primary, or open with readOnly.`,
      {},
      { cause: error },
    );
  }
  // Redis before 7 wraps an error inside a script in one of its own.
  if (/(^|Error: |-)OOM command not allowed/.test(String(error))) {
    return new WorkingMemoryError(
      'storage-quota',
      `Redis has no memory left (${String(error)}). The command had no effect; raise maxmemory or delete sessions.`,
      {},
      { cause: error },
    );
  }
  return storageFailed('Redis did not answer', advice, error);
}
