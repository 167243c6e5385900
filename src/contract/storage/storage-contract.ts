// Requirements on every storage adapter.
import { suite, type TestRunner } from '../suite.ts';
import { commits } from './commits.ts';
import { identities } from './identities.ts';
import type { StoragePlace } from './place.ts';
import { reading } from './reading.ts';
import { removals } from './removals.ts';
import { sessions } from './sessions.ts';

/**
 * The contract of a storage adapter as tests: commits that are all or nothing and compare head and commit id inside the
 * write, reading, the journal, lists of sessions, and owners whose histories diverged.
 *
 * ```js
 * import { describe, it } from 'node:test';
 * import { storageContract } from 'working-memory/contract';
 *
 * storageContract({ describe, it }, 'my storage', async () => {
 *   const place = new Map();
 *   return { storage: myStorage(place), reopen: async () => myStorage(place) };
 * });
 * ```
 * @param runner runner of the tests: `{ describe, it }` of vitest, `node:test` and others, or `{ test }`
 * @param name name of the adapter
 * @param make returns an empty place, once for each test; storages opened in it are closed after the test
 */
export function storageContract(runner: TestRunner, name: string, make: () => Promise<StoragePlace>): void {
  const checks = { ...commits, ...reading, ...sessions, ...identities, ...removals };
  suite(runner, `${name} keeps the storage contract`, checks, async (check) => {
    const { storage, reopen } = await make();
    const opened = new Set([storage]);
    try {
      await check({
        storage,
        reopen: async () => {
          const again = await reopen();
          opened.add(again);
          return again;
        },
      });
    } finally {
      await Promise.all([...opened].map((each) => each.close()));
    }
  });
}
