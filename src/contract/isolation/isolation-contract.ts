// Walls between the owners and conversations of a memory, as attacks: whoever asks for what belongs to others finds nothing.
import { expectEqual, expectTrue, shown } from '../expectations.ts';
import { type Checks, suite, type TestRunner } from '../suite.ts';
import { ALIKE } from './names.ts';

/** Whose memory it is. */
export interface MemoryAddress {
  readonly workspace: string;
  readonly session: string;
}

/** One open memory, of whatever kind. */
export interface IsolatedMemory {
  /** Resolves when the text is stored. */
  keep(text: string): Promise<unknown>;
  /**
   * All that is found of this conversation, by every way that there is: hits, files, lists, answers of tools. Each may be
   * anything that can be written as JSON.
   */
  find(question: string): Promise<readonly unknown[]>;
  /** The same, of all conversations of the owner; default: `find`. */
  findEverywhere?(question: string): Promise<readonly unknown[]>;
  /** Erases what says this, for good; without it that is not checked. */
  erase?(text: string): Promise<unknown>;
  /** Called when the checks are over. */
  close?(): Promise<unknown>;
}

/** A place where many memories live. */
export interface MemoryPlace {
  /** Opens one, also a second time while it is open. A name that it does not take rejects. */
  open(address: MemoryAddress): Promise<IsolatedMemory>;
}

/** The names that `isolationContract` uses. */
export interface IsolationNames {
  /** Of workspaces that must not be taken for one another; each asks for the safe, and for the secret of the next. */
  readonly names: readonly string[];
}

interface Subject extends MemoryPlace, IsolationNames {}

/** Ends in no number of a time or a share. */
const secretOf = (place: number): string => `the safe opens with ${codeOf(place)}`;
const codeOf = (place: number): string => String(47_110_815 + place);
const QUESTION = 'what does the safe open with';
const WRITES = 20;

const SAFE: MemoryAddress = { workspace: 'acme', session: 'safe' };

/**
 * The contract of a memory that serves many: what is kept for one owner and conversation is found there, and nowhere
 * else, by any question, under names that are alike for a prefix, a pattern, a path, a case rule or a normalization; two
 * that write at once lose nothing; and what one erases, others keep.
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
 * @param runner of the tests: `{ describe, it }` of vitest, `node:test` and others, or `{ test }`
 * @param name of the memory
 * @param make an empty place, once for each test; what it opens is closed after the test
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

/** What is found of a secret, by any question. */
const secretsIn = async (memory: IsolatedMemory, place = 0, find = everywhere(memory)): Promise<unknown[]> =>
  secretsAmong(await allFound(memory, [place], find), place);

/** What is found when it is asked for the safe, and for these secrets. */
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
      expectEqual(found, [], `what ${shown(session)} finds of ${shown(SAFE.session)}`);
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
        expectEqual(secretsAmong(found, victim.place), [], `what ${name} finds of ${victim.name}`);
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
      expectEqual(await foundOf(memory, other), [], `what ${own} finds of ${other}`);
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
    expectEqual(await secretsIn(one), [], 'what is found after erasing');
    expectEqual(await secretsIn(await open(SAFE)), [], 'what a second handle finds after erasing');
    expectTrue((await secretsIn(other)).length > 0, 'another owner finds nothing of its own after an erasure');
  },
};

const foundOf = async (memory: IsolatedMemory, owner: string): Promise<string[]> =>
  (await everywhere(memory)(`${owner} counts sheep`))
    .map(shownWhole)
    .filter((text) => text.includes(`${owner} counts`));

/** A name that is refused is no hole in a wall; the ones of `SAFE` must open. */
const openOrRefused = ({ open }: MemoryPlace, address: MemoryAddress): Promise<IsolatedMemory | undefined> =>
  open(address).catch((error: unknown) => {
    if (address.workspace === SAFE.workspace && address.session === SAFE.session) throw error;
    return undefined;
  });
