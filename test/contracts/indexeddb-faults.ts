// IndexedDB that fails at every possible point, over a fake and in real browsers: a command is stored as a whole or not
// at all, acknowledged data stay, every call ends, and the next one works.
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { REPEATS } from '../../src/options/policy.ts';
import { DATABASE_VERSION } from '../../src/storage/indexeddb/errors.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';

const SECRET = 'the PIN is 4711-0815';

/** Fails the n-th write of a transaction that writes, or its end. */
type Failure = (request: IDBRequest, transaction: IDBTransaction) => IDBRequest;

const after = (request: IDBRequest, act: () => void): IDBRequest => {
  request.addEventListener('success', act);
  return request;
};

/** A request whose events nobody hears. */
const silent = <Request extends IDBRequest>(request: Request): Request =>
  new Proxy(request, {
    get: (target, name) => {
      if (name === 'addEventListener') return () => undefined;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
    set: () => true,
  });

/** Transactions whose end nobody hears. */
const unheard = new WeakSet<IDBTransaction>();

function silenceEnds(): void {
  const listen = IDBTransaction.prototype.addEventListener;
  vi.spyOn(IDBTransaction.prototype, 'addEventListener').mockImplementation(function (
    this: IDBTransaction,
    type: string,
    hear: EventListenerOrEventListenerObject,
  ) {
    listen.call(this, type, (event) => void (unheard.has(this) || (hear as EventListener)(event)));
  });
}

const FAILURES: Readonly<Record<string, Failure>> = {
  'fails by an exception': () => {
    throw new DOMException('made to fail', 'UnknownError');
  },
  'aborts the transaction at once': (request, transaction) => {
    transaction.abort();
    return request;
  },
  'succeeds, and the transaction aborts': (request, transaction) => {
    // One that commits cannot be aborted by a script.
    transaction.commit = () => undefined;
    return after(request, () => transaction.abort());
  },
  'closes the connection': (request, transaction) => {
    transaction.db.close();
    transaction.abort();
    return request;
  },
  'is the last that is heard of': (request, transaction) => {
    unheard.add(transaction);
    return request;
  },
};

/** Returns what an app sees of a session, and whether the secret is in it. */
async function seen(memory: WorkingMemory) {
  const text = await memory.export({ format: 'json' });
  const bundle = JSON.parse(text) as { items: { text: string }[]; files: { path: string; text: string }[] };
  const messages = await memory.transcript.read();
  return {
    items: bundle.items.map((item) => item.text),
    files: bundle.files.filter(({ path }) => path !== 'overview.md').map((file) => file.text),
    messages: messages.map((message) => message.text),
    hasSecret: text.includes('4711-0815'),
  };
}

const COMMANDS: readonly ((memory: WorkingMemory) => Promise<unknown>)[] = [
  ({ items }) => items.memorize([{ text: 'one' }, { text: SECRET }]),
  ({ files }) => files.write('detail/a.md', `It is said that ${SECRET}`),
  ({ transcript }) => transcript.append({ role: 'user', text: 'hello' }),
  async ({ items }) => {
    const secret = (await items.list()).find(({ text }) => text === SECRET);
    if (secret) await items.forget({ ids: [secret.id] }, { mode: 'hard' });
  },
  ({ items }) => items.memorize('two'),
];

/** @param step fails every so many-th write: a page has room for a hundred kernels or so */
export function idbFaultsContract(where: string, databaseName: () => string, step: number): void {
  const open = (name: string, deadlineMs = 20_000): Promise<WorkingMemory> =>
    openWorkingMemory({ session: 'faults', storage: idbStorage({ name }), worker: false, deadlineMs });
  const codeOf = (error: { code?: string; message: string }): string => error.code ?? error.message;

  describe(`IndexedDB ${where}`, () => {
    afterEach(() => vi.restoreAllMocks());

    for (const [how, fail] of Object.entries(FAILURES)) {
      it(`F50, F73: of which any one write ${how} keeps each command whole`, async () => {
        const states: string[] = [];
        const isSilent = how.endsWith('heard of');
        const reference = await open(databaseName());
        states.push(JSON.stringify(await seen(reference)));
        for (const command of COMMANDS) {
          await command(reference);
          states.push(JSON.stringify(await seen(reference)));
        }
        await reference.close();

        let fired = 0;
        for (let failing = 1; ; failing += isSilent ? Math.max(step, 9) : step) {
          const name = databaseName();
          const memory = await open(name, isSilent ? 1500 : 20_000);
          const put = IDBObjectStore.prototype.put;
          const failed = new Set<IDBTransaction>();
          silenceEnds();
          let writes = 0;
          vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
            // The work of a transaction runs again where the browser aborted it: then the repetition fails as well.
            const now = ++writes >= failing && failed.size <= REPEATS.cut && !failed.has(this.transaction);
            if (now) failed.add(this.transaction);
            if (now && how.startsWith('fails')) return fail({} as IDBRequest, this.transaction);
            const request = put.apply(this, args);
            return now ? fail(request, this.transaction) : request;
          });
          let done = 0;
          for (const command of COMMANDS) {
            const refused = await command(memory).then(() => undefined, codeOf);
            if (refused !== undefined) break;
            done++;
          }
          vi.restoreAllMocks();
          const isOver = writes < failing;
          if (!isOver) fired++;
          const fresh = await open(name);
          const kept = JSON.stringify(await seen(fresh));
          await fresh.close();
          // A commit that fell silent may have arrived.
          const allowed = isSilent && !isOver ? states.slice(done, done + 2) : [states[done]];
          expect(allowed, `write ${failing}`).toContain(kept);
          if (isOver) {
            expect(done).toBe(COMMANDS.length);
            break;
          }
          expect(done).toBeLessThan(COMMANDS.length);
          const goesOn = (): Promise<string> => memory.items.memorize('it goes on').then(() => 'stored', codeOf);
          await expect.poll(goesOn, { timeout: 30_000 }).toBe('stored');
          await memory.close().catch(() => undefined);
        }
        expect(fired).toBeGreaterThan(isSilent ? 1 : 10 / step - 1);
        expect(states.at(-1)).toContain('"hasSecret":false');
      });
    }

    it('F34: which a newer library wants to change lets it, and the old owner says why it cannot go on', async () => {
      const name = databaseName();
      const memory = await open(name);
      await memory.items.memorize('from before');
      const newer = await openDB(name, 9);
      expect(await memory.items.memorize('too late').catch(codeOf)).toBe('storage-version');
      expect(newer.version).toBe(9);
      newer.close();
      expect(await open(name).then(() => 'opened', codeOf)).toBe('storage-version');
    });

    it('F33: which an old tab does not let go of is waited for until the deadline, and opened once it is free', async () => {
      const name = databaseName();
      await (await open(name)).close();
      const deaf = await openDB(name, undefined, { blocking: () => undefined });
      let isBlocked = false;
      const upgrade = openDB(name, deaf.version + 1, { blocked: () => void (isBlocked = true) });
      await expect.poll(() => isBlocked).toBe(true);
      expect(await open(name, 300).then(() => 'opened', codeOf)).toBe('timeout');
      deaf.close();
      (await upgrade).close();
      await deleteDB(name);
      expect(await open(name).then(() => 'opened', codeOf)).toBe('opened');
    });

    it('F35: in which making the stores fails is left as it was, and made at the next opening', async () => {
      // A browser reports what is thrown here also as an error of the page.
      const reported = (event: Event): void => event.preventDefault();
      globalThis.addEventListener?.('error', reported);
      onTestFinished(() => globalThis.removeEventListener?.('error', reported));
      for (const failing of [1, 4, 11]) {
        const name = databaseName();
        const create = IDBDatabase.prototype.createObjectStore;
        let made = 0;
        vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(function (this: IDBDatabase, ...args) {
          if (++made === failing) throw new DOMException('made to fail', 'UnknownError');
          return create.apply(this, args);
        });
        expect(await open(name).then(() => 'opened', codeOf)).toBe('storage-unavailable');
        expect(made).toBe(failing);
        vi.restoreAllMocks();
        const memory = await open(name);
        await memory.items.memorize('it goes on');
        await memory.close();
      }
    });

    it('F38: that lacks its stores says so with a code, and is left as it is', async () => {
      const name = databaseName();
      const bare = await openDB(name, DATABASE_VERSION, {
        upgrade: (fresh) => void fresh.createObjectStore('something else'),
      });
      bare.close();
      const error = (await open(name).catch((thrown: unknown) => thrown)) as { code: string; message: string };
      expect(error.code).toBe('storage-unavailable');
      expect(error.message).toContain('clear the data of this site');
      expect([...(await openDB(name)).objectStoreNames]).toEqual(['something else']);
    });

    it('F39: that never answers is waited for until the deadline, and opened when it answers', async () => {
      const name = databaseName();
      await (await open(name)).close();
      const openIt = IDBFactory.prototype.open;
      const stub = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
        return silent(openIt.apply(this, args));
      });
      expect(await open(name, 300).then(() => 'opened', codeOf)).toBe('timeout');
      expect(stub).toHaveBeenCalled();
      vi.restoreAllMocks();
      expect(await open(name).then(() => 'opened', codeOf)).toBe('opened');
    });

    it('F40: that cannot be opened once is opened by the next call', async () => {
      const name = databaseName();
      const openIt = IDBFactory.prototype.open;
      let isFailing = false;
      const stub = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
        if (isFailing) throw new DOMException('Internal error opening backing store', 'UnknownError');
        return openIt.apply(this, args);
      });
      const memory = await open(name);
      await memory.items.memorize('from before');
      const result = stub.mock.results[0]?.value as IDBOpenDBRequest;
      result.result.close();
      isFailing = true;
      expect(await memory.items.memorize('refused').catch(codeOf)).toBe('storage-unavailable');
      isFailing = false;
      await memory.items.memorize('stored');
      expect((await memory.items.list()).map(({ text }) => text)).toEqual(['from before', 'stored']);
      await memory.close();
    });
  });
}
