// Walls between the owners and conversations of a memory, tested by attacks: a request for the data of others finds
// nothing.
import { expectEqual, expectTrue, shown } from '../expectations.ts';
import { type Checks, suite, type TestRunner } from '../suite.ts';
import { ALIKE } from './names.ts';

/** Owner and conversation of a memory. */
export interface MemoryAddress {
  readonly workspace: string;
  readonly session: string;
}

/** One open memory, of any kind. */
export interface IsolatedMemory {
  /** Resolves when the text is stored. */
  keep(text: string): Promise<unknown>;
  /**
   * Returns everything found in this conversation, by every available way: hits, files, lists, answers of tools. Each
   * may be anything that can be written as JSON.
   */
  find(question: string): Promise<readonly unknown[]>;
  /** Does the same in all conversations of the owner; default: `find`. */
  findEverywhere?(question: string): Promise<readonly unknown[]>;
  /** Erases every text that says this, for good; if absent, erasing is not checked. */
  erase?(text: string): Promise<unknown>;
  /** Closes the memory when the checks are over. */
  close?(): Promise<unknown>;
}

/** A place where many memories live. */
export interface MemoryPlace {
  /** Opens a memory, possibly a second time while it is open. Rejects an unsupported name. */
  open(address: MemoryAddress): Promise<IsolatedMemory>;
}

/** The names that `isolationContract` uses. */
export interface IsolationNames {
  /** Names of workspaces that must not be confused; each asks for the safe, and for the secret of the next. */
  readonly names: readonly string[];
}

interface Subject extends MemoryPlace, IsolationNames {}

/** Returns a secret whose number cannot be mistaken for a time or a share. */
const secretOf = (place: number): string => `the safe opens with ${codeOf(place)}`;
const codeOf = (place: number): string => String(47_110_815 + place);
const QUESTION = 'what does the safe open with';
const WRITES = 20;

const SAFE: MemoryAddress = { workspace: 'acme', session: 'safe' };

/**
 * The contract of a memory that serves many: a text kept for one owner and conversation is found there and nowhere
 * else, by any question, under names that resemble each other by a prefix, a pattern, a path, a case rule or a
 * normalization; two concurrent writers lose nothing; and a text that one erases, others keep.
 *
 * ```js
 * import { describe, it } from 'node:test';
 * import { isolationContract } from 'working-memory/contract';
 *
 * isolationContract({ describe, it }, 'my memory', async () => {
 *   const place = await emptyPlace();
 *   return { open: ({ workspace, session }) => place.open(`${workspace}/${session}`) };
 * });
 * ```
 * @param runner runner of the tests: `{ describe, it }` of vitest, `node:test` and others, or `{ test }`
 * @param name name of the memory
 * @param make returns an empty place, once for each test; memories opened in it are closed after the test
 */
export function isolationContract(
  runner: TestRunner,
  name: string,
  make: () => Promise<MemoryPlace>,
  { names }: IsolationNames = { names: ALIKE },
): void {
  suite(runner, `${name} keeps the isolation contract`, checks, async (check) => {
    const place = await make();
    const opened: IsolatedMemory[] = [];
    try {
      await check({
        names,
        open: async (address) => {
          const memory = await place.open(address);
          opened.push(memory);
          return memory;
        },
      });
    } finally {
      for (const memory of opened) await memory.close?.();
    }
  });
}

/** Returns all findings of a secret, by any question. */
const secretsIn = async (memory: IsolatedMemory, place = 0, find = everywhere(memory)): Promise<unknown[]> =>
  secretsAmong(await allFound(memory, [place], find), place);

/** Returns all findings of questions for the safe and for these secrets. */
async function allFound(
  memory: IsolatedMemory,
  places: readonly number[],
  find = everywhere(memory),
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const question of [QUESTION, ...places.map(codeOf)]) found.push(...(await find(question)));
  return found;
}

const secretsAmong = (found: readonly unknown[], place: number): unknown[] =>
  found.filter((each) => shownWhole(each).includes(codeOf(place)));

const everywhere =
  (memory: IsolatedMemory): IsolatedMemory['find'] =>
  (question) =>
    memory.findEverywhere?.(question) ?? memory.find(question);

const shownWhole = (found: unknown): string => (typeof found === 'string' ? found : (JSON.stringify(found) ?? ''));

const checks: Checks<Subject> = {
  async 'finds what it keeps, also in a second handle'({ open }) {
    await (await open(SAFE)).keep(secretOf(0));
    expectTrue((await secretsIn(await open(SAFE))).length > 0, `nothing is found of ${shown(secretOf(0))}`);
  },

  async 'finds nothing of another conversation of the same owner'({ open }) {
    await (await open(SAFE)).keep(secretOf(0));
    for (const session of ['other', 'saf', 'safe2', 'SAFE', 'safe*', '%', 'safe/..']) {
      const other = await openOrRefused({ open }, { ...SAFE, session });
      if (!other) continue;
      const found = await secretsIn(other, 0, (question) => other.find(question));
      expectEqual(found, [], `the texts of ${shown(SAFE.session)} that ${shown(session)} finds`);
    }
  },

  async 'finds nothing of another owner, whatever they are called'({ open, names }) {
    const tried = await Promise.all(
      names.map((workspace) => openOrRefused({ open }, { workspace, session: SAFE.session })),
    );
    const owners = tried.flatMap((memory, place) => (memory ? [{ memory, place, name: shown(names[place]) }] : []));
    for (const { memory, place } of owners) await memory.keep(secretOf(place));
    for (const [at, { memory, place, name }] of owners.entries()) {
      const victims = owners.filter((other) => other.place !== place);
      const found = await allFound(memory, [place, owners[(at + 1) % owners.length]?.place ?? place]);
      expectTrue(secretsAmong(found, place).length > 0, `${name} finds nothing of its own`);
      for (const victim of victims)
        expectEqual(secretsAmong(found, victim.place), [], `the texts of ${victim.name} that ${name} finds`);
    }
  },

  async 'keeps what two owners write at once, each its own'({ open }) {
    const owners = ['ann', 'bob'];
    const memories = await Promise.all(owners.map((workspace) => open({ workspace, session: 'chat' })));
    const textOf = (owner: string, place: number): string => `${owner} counts sheep-${place}-`;
    const each = Array.from({ length: WRITES }, (_, place) => place);
    await Promise.all(
      memories.flatMap((memory, owner) => each.map((place) => memory.keep(textOf(owners[owner] ?? '', place)))),
    );
    for (const [place, memory] of memories.entries()) {
      const [own, other] = [owners[place] ?? '', owners[1 - place] ?? ''];
      expectEqual(await foundOf(memory, other), [], `the texts of ${other} that ${own} finds`);
      for (const at of each) {
        const found = (await memory.find(textOf(own, at))).map(shownWhole);
        expectTrue(
          found.some((text) => text.includes(textOf(own, at))),
          `${own} does not find ${shown(textOf(own, at))}`,
        );
      }
    }
  },

  async 'keeps what two handles of one conversation write at once'({ open }) {
    const handles = [await open(SAFE), await open(SAFE)];
    const texts = Array.from({ length: WRITES }, (_, place) => `note sheep-${place}-`);
    await Promise.all(texts.map((text, place) => handles[place % 2]?.keep(text)));
    const third = await open(SAFE);
    for (const text of texts) {
      const found = (await third.find(text)).map(shownWhole);
      expectTrue(
        found.some((each) => each.includes(text)),
        `${shown(text)} is lost`,
      );
    }
  },

  async 'erases what it is told to, and nothing of others'({ open }) {
    const [one, other] = [await open(SAFE), await open({ ...SAFE, workspace: 'bob' })];
    if (!one.erase) return;
    await one.keep(secretOf(0));
    await other.keep(secretOf(0));
    await one.erase(secretOf(0));
    expectEqual(await secretsIn(one), [], 'the texts found after erasing');
    expectEqual(await secretsIn(await open(SAFE)), [], 'the texts that a second handle finds after erasing');
    expectTrue((await secretsIn(other)).length > 0, 'another owner finds nothing of its own after an erasure');
  },
};

const foundOf = async (memory: IsolatedMemory, owner: string): Promise<string[]> =>
  (await everywhere(memory)(`${owner} counts sheep`))
    .map(shownWhole)
    .filter((text) => text.includes(`${owner} counts`));

/** Opens a memory; undefined if the name is refused, which is no hole in a wall. Names of `SAFE` must open. */
const openOrRefused = ({ open }: MemoryPlace, address: MemoryAddress): Promise<IsolatedMemory | undefined> =>
  open(address).catch((error: unknown) => {
    if (address.workspace === SAFE.workspace && address.session === SAFE.session) throw error;
    return undefined;
  });
