// Lua scripts for Redis, each one atomic step. KEYS: those of one session, all in one slot of a cluster.
//
// manifest  hash: head, commit (id of the newest one), version, json
// rows      hash: row id → JSON
// order     sorted set with equal scores: row ids, for reads in order of key
// touched   sorted set: row id → last head that touched it, including deleted rows, as far back as the journal reaches
// journal   sorted set: commit id and entry → head

/**
 * Makes a script whose last argument marks its answer: this detects a proxy or a client that returns the answer of
 * another command.
 */
const marked = (script: string): string => `local function answer()\n${script}end\nreturn { ARGV[#ARGV], answer() }\n`;

const NAMES = 'local manifest, rows, order, touched, journal = unpack(KEYS)\n';

const VALUES = `
local function valuesOf(ids)
  local found = {}
  for _, id in ipairs(ids) do
    found[#found + 1] = id
    found[#found + 1] = redis.call('HGET', rows, id)
  end
  return found
end
`;

const MOVED = `
local function moved(head)
  local after = '(' .. head
  local entries = redis.call('ZRANGEBYSCORE', journal, after, '+inf')
  local ids = redis.call('ZRANGEBYSCORE', touched, after, '+inf')
  return { redis.call('HGET', manifest, 'json'), entries, valuesOf(ids) }
end
`;

/** ARGV: starts and ends of ranges of row ids, alternating. → json, head and commit of the manifest, ids and values */
export const LOAD = marked(`${NAMES}${VALUES}
local ids = {}
for range = 1, #ARGV - 1, 2 do
  for _, id in ipairs(redis.call('ZRANGEBYLEX', order, ARGV[range], ARGV[range + 1])) do ids[#ids + 1] = id end
end
return { redis.call('HMGET', manifest, 'json', 'head', 'commit'), valuesOf(ids) }
`);

/** ARGV: start and end of a range of row ids, limit. → ids and values */
export const PAGE = marked(`${NAMES}${VALUES}
return valuesOf(redis.call('ZRANGEBYLEX', order, ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3]))
`);

/** The fields of a session that a commit compares. `''`: a session from before commits had ids. */
const STORED = `
local function stored()
  local head, commit, version = unpack(redis.call('HMGET', manifest, 'head', 'commit', 'version'))
  return head, commit or '', tonumber(version or '0')
end
`;

/** ARGV: head and commit id of the basis, newest known version. → 'gone' · 'same' · manifest, entries, ids and values */
export const SINCE = marked(`${NAMES}${VALUES}${MOVED}${STORED}
local head, commit, version = stored()
if not head then return 'gone' end
if head == ARGV[1] and commit == ARGV[2] and version <= tonumber(ARGV[3]) then return 'same' end
return moved(ARGV[1])
`);

/**
 * ARGV: head and commit id of the basis, newest known version, id of this attempt, new head, new commit id, new version,
 * manifest, entry, drop up to, then three lists, each after its length: written rows as alternating ids and
 * values, deleted rows, touched rows. → 'done' · 'gone' · manifest, entries, ids and values
 *
 * Idempotent: a repeated commit finds its id in the journal.
 */
export const COMMIT = marked(`${NAMES}${VALUES}${MOVED}${STORED}
local basis, after, known, attempt, head, id, version, json, entry, drop = unpack(ARGV, 1, 10)
local storedHead, storedId, storedVersion = stored()
if not storedHead and basis ~= '0' then return 'gone' end
if storedHead and (storedHead ~= basis or storedId ~= after or storedVersion > tonumber(known)) then
  local there = redis.call('ZRANGEBYSCORE', journal, head, head)[1]
  if there and string.sub(there, 1, #attempt) == attempt then return 'done' end
  return moved(basis)
end
local at = 11
local function each(step, work)
  local last = at + ARGV[at]
  for index = at + 1, last, step do work(ARGV[index], ARGV[index + 1]) end
  at = last + 1
end
each(2, function(id, value)
  redis.call('HSET', rows, id, value)
  redis.call('ZADD', order, 0, id)
end)
each(1, function(id)
  redis.call('HDEL', rows, id)
  redis.call('ZREM', order, id)
end)
each(1, function(id) redis.call('ZADD', touched, head, id) end)
redis.call('ZADD', journal, head, attempt .. entry)
if drop ~= '0' then
  redis.call('ZREMRANGEBYSCORE', journal, '-inf', drop)
  redis.call('ZREMRANGEBYSCORE', touched, '-inf', drop)
end
redis.call('HMSET', manifest, 'head', head, 'commit', id, 'version', version, 'json', json)
return 'done'
`);

/** ARGV: nothing, or head and commit id of the basis and newest known version. → 'done' · 'moved' */
export const REMOVE = marked(`${NAMES}${STORED}
local head, commit, version = stored()
if head and ARGV[2] and (head ~= ARGV[1] or commit ~= ARGV[2] or version > tonumber(ARGV[3])) then return 'moved' end
redis.call('DEL', manifest, rows, order, touched, journal)
return 'done'
`);
