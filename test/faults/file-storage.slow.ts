// The file-system storage when its process is killed, or its disk fails, between any two file operations.
import { readdir, readFile, rm, writeFile, appendFile, mkdir, truncate, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FileOperations, nodeFiles } from '../../src/storage/files/operations.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import type { Storage } from '../../src/storage/port.ts';
import { batch, drop, put } from '../support/storage/batches.ts';
import { HERE, play, playUntilRefused, SCRIPT, stateOf, states } from '../support/storage/session-life.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

/** Does not wait for locks: any lock was left by the killed adapter. */
const IMPATIENT = { waitMs: 0, tornAfterMs: -1, foreignAfterMs: 60_000 };

/** The loops over all operations open thousands of files; a slow disk takes its time. */
const LONG = 240_000;

/** A kill shows nothing of what is or is not synced, so these do without. */
const quickFiles: FileOperations = {
  ...nodeFiles,
  write: nodeFiles.create,
  append: (path, content) => appendFile(path, content),
  syncFolder: async () => undefined,
};

type Fault = (operation: number, name: keyof FileOperations, path: string, content: unknown) => Promise<void> | void;

const READING = ['read', 'status', 'list'];

/** Calls `fault` before every operation that `counted` names; it may throw. */
function faultyFiles(
  fault: Fault,
  counted = (_name: string): boolean => true,
): { files: FileOperations; count: () => number } {
  let count = 0;
  const files = Object.fromEntries(
    Object.entries(quickFiles).map(([name, operation]) => [
      name,
      async (...args: [string, never]) => {
        if (counted(name)) count++;
        await fault(count, name as keyof FileOperations, args[0], args[1]);
        return (operation as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as FileOperations;
  return { files, count: () => count };
}

async function allOperations(counted?: (name: string) => boolean): Promise<number> {
  const { files, count } = faultyFiles(() => undefined, counted);
  expect(await playUntilRefused(fileStorage({ root: await temporaryFolder() }, files))).toBe(SCRIPT.length);
  return count();
}

/** Each case has a folder of its own, so several may run at once. */
async function forEvery(cases: readonly number[], work: (each: number, root: string) => Promise<void>): Promise<void> {
  const left = [...cases];
  const worker = async (): Promise<void> => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) {
      const root = await temporaryFolder();
      await work(each, root);
      await rm(root, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const upTo = (last: number, step = 1): number[] =>
  Array.from({ length: Math.ceil(last / step) }, (_, index) => 1 + index * step);

/** Expects that an interrupted operation left nothing behind. */
async function expectTidy(
  root: string,
  litter = /pending\.json|lock$|\.breaking|temporary\/|\.removed-/,
): Promise<void> {
  const names = await readdir(root, { recursive: true });
  expect(names.filter((name) => litter.test(name))).toEqual([]);
}

describe('a kill', () => {
  const torn = async (name: keyof FileOperations, path: string, content: Uint8Array, share: number): Promise<void> => {
    await quickFiles[name as 'append'](path, content.slice(0, Math.ceil(content.length * share)));
  };
  // A kill before a read leaves what a kill before the next change leaves.
  const changes = (name: string): boolean => !READING.includes(name);
  const writes = (name: string): boolean => name === 'create' || name === 'write' || name === 'append';

  const places = [
    ['before any change', changes, 0],
    ['in the middle of any write', writes, 0.5],
    ['at the beginning of any write', writes, 0.05],
  ] as const;
  for (const [where, counted, share] of places) {
    it(
      `${where} leaves the state before or after a commit`,
      async () => {
        const operations = await allOperations(counted);
        expect(operations).toBeGreaterThan(50);
        let before = 0;
        let after = 0;
        await forEvery(upTo(operations), async (last, root) => {
          let isAlive = true;
          const { files } = faultyFiles(async (operation, name, path, content) => {
            if (operation < last) return;
            if (isAlive && share > 0) await torn(name, path, content as Uint8Array, share);
            isAlive = false;
            throw new Error('killed');
          }, counted);
          const acknowledged = await playUntilRefused(fileStorage({ root }, files, IMPATIENT));

          const looking = fileStorage({ root }, quickFiles, IMPATIENT);
          const listedFirst = (await looking.sessions()).map((session) => [session.manifest, session.row]);
          const found = await stateOf(looking);
          const reached = [acknowledged, acknowledged + 1].find((step) => isDeepStrictEqual(states[step], found)) ?? -1;
          expect(found, `killed at ${last} of ${operations}, ${acknowledged} acknowledged`).toEqual(
            states[reached] ?? states[acknowledged],
          );
          expect(listedFirst).toEqual(found.listed);
          if (reached === acknowledged) before++;
          else after++;

          const again = fileStorage({ root }, quickFiles, IMPATIENT);
          expect(await playUntilRefused(again, reached)).toBe(SCRIPT.length);
          expect(await stateOf(fileStorage({ root }, quickFiles, IMPATIENT))).toEqual(states.at(-1));
          if (reached < SCRIPT.length) await expectTidy(root);
        });
        expect(before).toBeGreaterThan(0);
        expect(before + after).toBe(operations);
      },
      LONG,
    );
  }

  it(
    'during the recovery from a kill changes nothing',
    async () => {
      const whole = await temporaryFolder();
      const { files, count } = faultyFiles(() => undefined, changes);
      const storage = fileStorage({ root: whole }, files, IMPATIENT);
      for (let step = 0; step < 4; step++) await play(storage, step);
      const start = count();
      await play(storage, 4);
      for (let first = start; first <= count(); first += 3) {
        await forEvery(upTo(40, 4), async (second, root) => {
          const killing = (last: number) =>
            faultyFiles((operation) => {
              if (operation >= last) throw new Error('killed');
            }, changes).files;
          const acknowledged = await playUntilRefused(fileStorage({ root }, killing(first), IMPATIENT));
          await stateOf(fileStorage({ root }, killing(second), IMPATIENT)).catch(() => undefined);
          const since = await playUntilRefused(fileStorage({ root }, killing(second), IMPATIENT), acknowledged);
          const found = await stateOf(fileStorage({ root }, quickFiles, IMPATIENT));
          const reached = [since, since + 1].find((step) => isDeepStrictEqual(states[step], found));
          expect(reached, `killed at ${first}, then at ${second}`).toBeDefined();
        });
      }
    },
    LONG,
  );
});

describe('a disk that refuses', () => {
  const refusal = (code: string, path: string) =>
    Object.assign(new Error(`${code}: refused, '${path}'`), { code, path });

  it(
    'once, at any operation, leaves the state before a rejected commit, and the same commit works next',
    async () => {
      const operations = await allOperations();
      await forEvery(upTo(operations), async (failing, root) => {
        const { files } = faultyFiles((operation, _, path) => {
          if (operation === failing) throw refusal('EIO', path);
        });
        const storage = fileStorage({ root }, files, IMPATIENT);
        let refused = 0;
        for (const step of SCRIPT.keys()) {
          try {
            await play(storage, step);
          } catch (error) {
            expect(error).toMatchObject({
              name: 'WorkingMemoryError',
              code: 'storage-unavailable',
              message: expect.stringContaining(dirname(root)),
            });
            refused++;
            if (SCRIPT[step] !== 'remove')
              expect(await stateOf(fileStorage({ root }, quickFiles, IMPATIENT))).toEqual(states[step]);
            await play(storage, step);
            expect(
              await stateOf(fileStorage({ root }, quickFiles, IMPATIENT)),
              `operation ${failing}, step ${step}`,
            ).toEqual(states[step + 1]);
          }
        }
        expect(await stateOf(storage)).toEqual(states.at(-1));
        expect(refused).toBeLessThanOrEqual(1);
        // A lock whose removal failed stays until it is wanted again.
        await expectTidy(root, /pending\.json|\.breaking|temporary\/|\.removed-/);
      });
    },
    LONG,
  );

  it(
    'F46: because it is full still reads, says so, and goes on when there is room',
    async () => {
      const operations = await allOperations();
      let refusals = 0;
      await forEvery(upTo(operations, 5), async (filled, root) => {
        let isFull = true;
        const { files } = faultyFiles((operation, name, path) => {
          if (isFull && operation >= filled && ['create', 'write', 'append', 'makeFolder'].includes(name))
            throw refusal('ENOSPC', path);
        });
        const storage = fileStorage({ root }, files, IMPATIENT);
        let step = 0;
        for (; step < SCRIPT.length; step++) {
          const error = await play(storage, step).catch((thrown: unknown) => thrown);
          const reached = error ? step : step + 1;
          expect(await stateOf(storage)).toEqual(states[reached]);
          if (!error) continue;
          expect(error).toMatchObject({ code: 'storage-quota' });
          refusals++;
          break;
        }
        isFull = false;
        expect(await playUntilRefused(storage, step)).toBe(SCRIPT.length);
        expect(await stateOf(storage)).toEqual(states.at(-1));
        await expectTidy(root);
      });
      expect(refusals).toBeGreaterThan(20);
    },
    LONG,
  );
});

it(
  'a file makes way for a folder, and a folder for a file, wherever the process is killed meanwhile',
  async () => {
    const former = { 'detail/a': 'one', 'detail/k/deep/x': 'two' };
    const after = { 'detail/a/old': 'one', 'detail/k': 'two' };
    const gone = (key: string) => put('files', key, { text: null });
    const added = (texts: object) => Object.entries(texts).map(([key, text]) => put('files', key, { text }));
    const swap = batch(2, [...added(after), ...Object.keys(former).map(gone)]);
    const textsIn = async (storage: Storage) => {
      const { rows } = await storage.load(HERE, ['files']);
      return Object.fromEntries(rows.flatMap(({ key, value }) => (value?.['text'] ? [[key, value['text']]] : [])));
    };
    for (let last = 1, isDone = false; !isDone; last++) {
      const root = await temporaryFolder();
      await fileStorage({ root }, quickFiles, IMPATIENT).commit(HERE, { head: 0 }, batch(1, added(former)));
      const { files, count } = faultyFiles((operation) => {
        if (operation >= last) throw new Error('killed');
      });
      const outcome = await fileStorage({ root }, files, IMPATIENT)
        .commit(HERE, { head: 1 }, swap)
        .catch(() => undefined);
      isDone = count() < last;
      const next = fileStorage({ root }, quickFiles, IMPATIENT);
      const found = await textsIn(next);
      expect([former, after], `killed at ${last}`).toContainEqual(found);
      if (outcome) expect(found).toEqual(after);
      const { manifest } = await next.load(HERE, []);
      const head = manifest?.head ?? 0;
      await next.commit(HERE, { head }, batch(head + 1, [put('files', 'detail/z', { text: 'three' })]));
      expect(await textsIn(fileStorage({ root }, quickFiles, IMPATIENT))).toEqual({ ...found, 'detail/z': 'three' });
      expect(await readdir(join(root, '--a-b--', '%43hat%201', '.working-memory'))).not.toContain('pending.json');
      await rm(root, { recursive: true });
    }
  },
  LONG,
);

describe('what lies about in a session', () => {
  let root: string;
  let folder: string;
  const hidden = (name: string) => join(folder, '.working-memory', name);
  beforeEach(async () => {
    root = await temporaryFolder();
    folder = join(root, '--a-b--', '%43hat%201');
    const storage = fileStorage({ root });
    for (let step = 0; step < 4; step++) await play(storage, step);
  });
  const open = () => fileStorage({ root }, nodeFiles, { ...IMPATIENT, tornAfterMs: 60_000 });

  it('half-written temporary files do no harm and are cleared away', async () => {
    await writeFile(hidden('temporary/leftover'), '{"half');
    await mkdir(join(root, '--a-b--', '.removed-leftover', 'working-memory'), { recursive: true });
    expect(await stateOf(open())).toEqual(states[4]);
    await play(open(), 4);
    await expectTidy(root);
  });

  it('a torn last line of the journal or the transcript that no commit counts is passed over', async () => {
    await appendFile(hidden('journal.jsonl'), '{"head":5,"ti');
    await appendFile(join(folder, 'messages.jsonl'), '{"$key":"2","te');
    expect(await stateOf(open())).toEqual(states[4]);
  });

  it('a last line whose line break an editor took away stays whole when another follows', async () => {
    const messages = join(folder, 'messages.jsonl');
    const storage = open();
    await storage.commit(HERE, { head: 4 }, batch(5, [put('messages', '2', { text: 'third' })], 0, 3));
    await truncate(messages, (await readFile(messages)).length - 1);
    await storage.commit(HERE, { head: 5 }, batch(6, [put('messages', '3', { text: 'fourth' })], 0, 4));
    expect((await open().rows(HERE, 'messages', '', 9)).map(({ value }) => value?.text)).toEqual([
      'hello',
      'world',
      'third',
      'fourth',
    ]);
  });

  it('a torn or broken line that counts is named, with its file', async () => {
    const journal = hidden('journal.jsonl');
    const text = await readFile(journal, 'utf8');
    await truncate(journal, text.length - 5);
    const heads = async () => (await open().journal(HERE, 0, 99)).map(({ head }) => head);
    const named = async () =>
      (await open().load(HERE, ['sessions'])).rows.filter(({ key }) => key !== 'session').map(({ value }) => value);
    expect(await heads()).toEqual([1, 2, 3]);
    expect(await named()).toEqual([{ damaged: { broken: `line 4 of ${journal}`, check: '' }, check: '' }]);
    await writeFile(journal, text.replace('"head":2', '"head":'));
    expect(await heads()).toEqual([1, 3, 4]);
    expect(await named()).toEqual([{ damaged: { broken: `line 2 of ${journal}`, check: '' }, check: '' }]);
    expect(await open().since(HERE, { head: 2 })).toMatchObject({ entries: [{ head: 3 }, { head: 4 }] });
    const messages = join(folder, 'messages.jsonl');
    await writeFile(messages, '{"$key":"0","text":"hello","check":"c"}\n{"$key":"1","text":"wor');
    expect((await open().rows(HERE, 'messages', '', 9)).map(({ key, value }) => [key, value?.check])).toEqual([
      ['0', 'c'],
      ['1', ''],
    ]);
    expect((await open().load(HERE, ['items'])).rows).toHaveLength(2);
  });

  it('a broken row comes with a check that nothing matches, and the others as they are', async () => {
    const items = hidden('items.jsonl');
    await writeFile(items, `${(await readFile(items, 'utf8')).replace('"text":"two"', '"text":"tw')}garbage\n`);
    const rows = async () =>
      (await open().load(HERE, ['items'])).rows.map(({ key, value }) => [key, value?.text, value?.check]);
    expect(await rows()).toEqual([
      ['i2', undefined, ''],
      ['i3', 'three', 'c'],
      ['line 3', undefined, ''],
    ]);
    await open().commit(HERE, { head: 4 }, batch(5, [drop('items', 'i3')]));
    // Empty where a row left, so that the unreadable line stays the third.
    const left = [expect.stringContaining('"$key":"i2"'), '', 'garbage'];
    expect((await readFile(items, 'utf8')).trimEnd().split('\n')).toEqual(left);
  });

  it('a broken meta.json or pending.json is named and left as it is', async () => {
    await writeFile(hidden('pending.json'), '{"layout": 1');
    await expect(open().load(HERE, [])).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('pending.json'),
    });
    await rm(hidden('pending.json'));
    await writeFile(join(folder, 'meta.json'), '{}');
    await expect(open().commit(HERE, { head: 4, commit: 'former' }, batch(5, []))).rejects.toThrow('meta.json');
    await expect(open().since(HERE, { head: 3 })).rejects.toThrow('open the session again');
    await writeFile(join(folder, 'meta.json'), '{"layout": 2}');
    await expect(open().load(HERE, [])).rejects.toMatchObject({
      code: 'storage-version',
      details: { stored: 2, supported: 1 },
    });
    expect(await readFile(join(folder, 'meta.json'), 'utf8')).toBe('{"layout": 2}');
  });

  for (const what of ['missing', 'damaged']) {
    it(`a ${what} meta.json takes nothing away, and nothing new begins over the rows`, async () => {
      const meta = join(folder, 'meta.json');
      if (what === 'missing') await rm(meta);
      else await writeFile(meta, '{"layout": 1, "manif');
      const { manifest, rows } = await stateOf(open());
      expect(manifest).toMatchObject({ head: 4, messages: 2, check: '' });
      expect(manifest).not.toHaveProperty('commit');
      const others = states[4]?.rows.filter(({ store }) => store !== 'sessions');
      expect(rows).toEqual(others);
      expect((await open().journal(HERE, 0, 9)).map(({ head }) => head)).toEqual([1, 2, 3, 4]);
      expect(await open().sessions()).toEqual([{ ...HERE, manifest, row: undefined }]);
      await expect(open().commit(HERE, { head: 0 }, batch(1, []))).rejects.toMatchObject({
        code: 'storage-unavailable',
        message: expect.stringContaining('open the session again'),
      });
      const former = { head: 4, commit: 'former' };
      await expect(open().commit(HERE, former, batch(5, []))).rejects.toThrow('meta.json');

      expect(await open().commit(HERE, { head: 4 }, batch(5, [put('items', 'n', {})], 0, 2))).toEqual({
        status: 'done',
      });
      expect((await open().load(HERE, ['items'])).rows).toHaveLength(3);
      expect((await open().since(HERE, { head: 3 }))?.entries).toHaveLength(2);
      const kept = await readdir(hidden('replaced')).catch(() => []);
      expect(kept.filter((name) => name.startsWith('meta-'))).toHaveLength(what === 'damaged' ? 1 : 0);
    });
  }

  it('a pending batch outlives the meta.json, but not one that was carried out long ago', async () => {
    const { files } = faultyFiles((_operation, name, path) => {
      if (name === 'removeFile' && path.endsWith('pending.json')) throw new Error('killed');
    });
    await play(fileStorage({ root }, files, IMPATIENT), 4);
    const pending = await readFile(hidden('pending.json'));
    await rm(join(folder, 'meta.json'));
    expect((await open().load(HERE, [])).manifest?.head).toBe(5);
    await rm(join(folder, 'meta.json'), { force: true });
    await open().commit(HERE, { head: 5 }, batch(6, []));
    await rm(join(folder, 'meta.json'));
    await writeFile(hidden('pending.json'), pending);
    expect((await open().load(HERE, [])).manifest).toMatchObject({ head: 6, check: '' });
  });

  it('a pending batch that was carried out long ago is not carried out again', async () => {
    const early = await temporaryFolder();
    const { files } = faultyFiles((_operation, name, path) => {
      if (name === 'removeFile' && path.endsWith('pending.json')) throw new Error('killed');
    });
    const dying = fileStorage({ root: early }, files, IMPATIENT);
    for (let step = 0; step < 2; step++) await play(dying, step).catch(() => undefined);
    const pending = await readFile(join(early, '--a-b--', '%43hat%201', '.working-memory/pending.json'));
    await writeFile(hidden('pending.json'), pending);
    expect(await stateOf(open())).toEqual(states[4]);
    await play(open(), 4);
    expect(await stateOf(open())).toEqual(states[5]);
  });

  describe('a lock', () => {
    const owner = { pid: process.pid, host: hostname(), realm: 'another', id: 'x', time: Date.now() };
    const lockedBy = (change: object) =>
      writeFile(hidden('lock'), JSON.stringify({ ...owner, time: Date.now(), ...change }));

    it('of a living owner is respected, and reads do not need it', async () => {
      await lockedBy({});
      await expect(play(open(), 4)).rejects.toMatchObject({
        code: 'storage-unavailable',
        message: expect.stringContaining(`process ${process.pid}`),
      });
      await lockedBy({ pid: process.ppid });
      await expect(play(open(), 4)).rejects.toThrow(hidden('lock'));
      await lockedBy({ host: 'elsewhere' });
      await expect(play(open(), 4)).rejects.toThrow('elsewhere');
      await writeFile(hidden('lock'), '');
      await expect(play(open(), 4)).rejects.toThrow('an unknown process');
      expect(await stateOf(open())).toEqual(states[4]);
    });

    it('that was taken away while it was held lets nothing through', async () => {
      const { files } = faultyFiles(async (_operation, name, path) => {
        if (name === 'write' && path.startsWith(hidden('temporary'))) await lockedBy({});
      });
      await expect(play(fileStorage({ root }, files, IMPATIENT), 4)).rejects.toThrow(
        `${hidden('lock')} was taken away`,
      );
      expect(await stateOf(open())).toEqual(states[4]);
    });

    it('that is being let go is not taken for one left behind', async () => {
      let letGo = (): void => undefined;
      const lettingGo = new Promise<void>((resolve) => (letGo = resolve));
      let begun = (): void => undefined;
      const beginning = new Promise<void>((resolve) => (begun = resolve));
      let removals = 0;
      let tries = 0;
      const made: string[] = [];
      const { files } = faultyFiles(async (_operation, name, path) => {
        if (name === 'removeFile' && path === hidden('lock') && ++removals === 1) {
          begun();
          await lettingGo;
        }
        if (name === 'create') made.push(path);
        if (name === 'create' && path === hidden('lock') && ++tries === 5) letGo();
      });
      const patient = { waitMs: 10_000, tornAfterMs: 60_000, foreignAfterMs: 60_000 };
      const first = play(fileStorage({ root }, files, patient), 4);
      await beginning;
      await play(fileStorage({ root }, files, patient), 5);
      letGo();
      await first;
      expect(made.filter((path) => path.endsWith('.breaking'))).toEqual([]);
    });

    it('of a dead owner is broken, by one of many who wait', async () => {
      const left: (() => Promise<unknown>)[] = [
        () => lockedBy({ pid: 2 ** 22 + 1 }),
        () => lockedBy({ time: Date.now() - (process.uptime() + 60) * 1000 }),
        () => lockedBy({ pid: 1, time: 0 }),
        async () => {
          await lockedBy({ host: 'elsewhere' });
          await utimes(hidden('lock'), new Date(0), new Date(0));
        },
        async () => {
          await writeFile(hidden('lock'), '{"pi');
          await writeFile(hidden('lock.breaking'), JSON.stringify({ ...owner, pid: 2 ** 22 + 1 }));
          await utimes(hidden('lock'), new Date(0), new Date(0));
        },
      ];
      let head = 4;
      for (const leave of left) {
        await leave();
        const patient = { waitMs: 10_000, tornAfterMs: 60_000, foreignAfterMs: 60_000 };
        const outcomes = await Promise.all(
          Array.from({ length: 6 }, () =>
            fileStorage({ root }, nodeFiles, patient).commit(HERE, { head }, batch(head + 1, [])),
          ),
        );
        expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(1);
        head++;
      }
      await expectTidy(root);
    });
  });
});
