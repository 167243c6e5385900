// Random conversations in every format against lists that the test keeps: branches, two tabs, lost workers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { commitFaults } from '../support/fakes/commit-faults.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';
import { formats, type MessageFormat } from '../support/messages/message-formats.ts';
import type { Entry, Script } from '../support/messages/message-script.ts';

/** Few words, so that the same is said again, also beside itself. */
const text = fc.constantFrom('ok', 'Fine.', 'And now?', 'No');
const at = fc.nat({ max: 1000 });
const act = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ act: act('ask', 'answer'), text, at }) },
    { weight: 4, arbitrary: fc.record({ act: act('call', 'picture', 'again', 'edit', 'undo'), text, at }) },
    { weight: 3, arbitrary: fc.record({ act: act('goBack', 'branch', 'otherTab', 'newChat'), text, at }) },
    { weight: 2, arbitrary: fc.record({ act: act('adopt', 'reload', 'recordAll', 'prompt', 'both'), text, at }) },
    { weight: 2, arbitrary: fc.record({ act: act('lostBefore', 'lostAfter', 'abort'), text, at }) },
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
);
type Act = (typeof acts extends fc.Arbitrary<infer All> ? All : never) extends readonly (infer One)[] ? One : never;

class Course {
  readonly #format: MessageFormat;
  readonly #storage = commitFaults(memoryStorage());
  readonly #ids = countingIds();
  readonly #clock = fakeClock();
  #tabs: WorkingMemory[] = [];
  #tab = 0;
  #reader: WorkingMemory | undefined;
  /** Script of each tab. */
  #scripts: Script[];
  /** Every list that was ever stored as a whole, by its messages. */
  readonly #seen = new Map<string, Script>();
  readonly #heads = new Set<string>();
  readonly #nodes = new Set<string>();
  readonly #prepared = new Set<string>();
  #current: Script | undefined;
  #calls = 0;

  constructor(format: MessageFormat) {
    this.#format = format;
    // One that comes or goes would number the messages anew.
    const prompt: Script = format.carries.system ? [{ role: 'system', text: 'Prompt: ok' }] : [];
    this.#scripts = [prompt, prompt];
  }

  async open(): Promise<void> {
    this.#tabs = [await this.#opened(), await this.#opened()];
    this.#reader = await this.#opened();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tabs, this.#reader].map((memory) => memory?.close()));
  }

  #opened(): Promise<WorkingMemory> {
    const [storage, clock, ids] = [this.#storage, this.#clock, this.#ids];
    const context = { window: 1_000_000, keptBranches: 1000 };
    return openWorkingMemory({ session: 'chat', worker: false, storage, clock, ids, context });
  }

  get #memory(): WorkingMemory {
    return this.#tabs[this.#tab] as WorkingMemory;
  }

  get #script(): Script {
    return this.#scripts[this.#tab] as Script;
  }

  #list(script: Script): readonly object[] {
    return this.#format.build(script);
  }

  /** Keys of the list up to each message behind the system prompt. */
  #keys(script: Script): string[] {
    const { lens } = this.#format;
    let key = '';
    return this.#list(script)
      .filter((message, index) => index > 0 || lens.role(message) !== 'system')
      .map((message) => (key += this.#said(message)));
  }

  #said(message: object): string {
    const { lens } = this.#format;
    return JSON.stringify([lens.role(message), lens.text(message), lens.calls(message), lens.results(message)]);
  }

  #store(script: Script): void {
    const keys = this.#keys(script);
    for (const key of keys) this.#nodes.add(key);
    const [first] = this.#list(script);
    if (first && this.#format.lens.role(first) === 'system') this.#heads.add(JSON.stringify(first));
    for (let end = 1; end <= script.length; end++) {
      const part = script.slice(0, end);
      this.#seen.set(JSON.stringify(this.#list(part)), part);
    }
    this.#current = script;
    this.#scripts[this.#tab] = script;
  }

  /** Lists to whose last message nothing was said yet. */
  #leaves(): string[] {
    const all = [...this.#nodes];
    return all.filter((key) => !all.some((other) => other.length > key.length && other.startsWith(key)));
  }

  /** A list that goes on from the end of a branch with a request of its own. */
  #isKnown(script: Script): boolean {
    const whole = this.#keys(script).at(-1) ?? '';
    const leaves = this.#leaves();
    const leaf = leaves.find((key) => whole.startsWith(key));
    if (leaf === undefined) return false;
    const others = leaves.filter((key) => key !== leaf);
    return [...this.#prepared].some((key) => leaf.startsWith(key) && !others.some((other) => other.startsWith(key)));
  }

  async #prepare(script: Script): Promise<void> {
    const list = this.#list(script);
    const isKnown = this.#isKnown(script);
    const { messages, epochReason, prefixChanged } = await this.#memory.context.prepare(this.#format.lens, list);
    // An epoch may take reasoning out, which is no text of these messages but has marks of its own.
    expect(messages.map((message) => this.#said(message))).toEqual(list.map((message) => this.#said(message)));
    if (isKnown && epochReason !== 'system-changed') {
      expect(epochReason, 'a known list begins no epoch').toBeUndefined();
      expect(prefixChanged).toBe(false);
    }
    this.#store(script);
    this.#prepared.add(this.#keys(script).at(-1) ?? '');
  }

  /** @param before messages of the list that were stored before */
  async #record(script: Script, before: Script): Promise<void> {
    const given = this.#list(script).slice(this.#list(before).length);
    await this.#memory.context.record(this.#format.lens, given);
    this.#store(script);
  }

  #question(said: string, picture = false): Entry {
    return { role: 'user', text: said, ...(picture && this.#format.carries.images && { image: btoa(said) }) };
  }

  /** An answer belongs to the list that this owner used last. */
  async #answer(said: string): Promise<void> {
    const before = this.#script;
    await this.#record([...before, { role: 'assistant', text: said }], before);
  }

  #prompt(): Script {
    const [first] = this.#script;
    return first?.role === 'system' ? [first] : [];
  }

  async play({ act: what, text: said, at: number }: Act): Promise<void> {
    const script = this.#script;
    const last = script.at(-1)?.role;
    const asked = script.flatMap(({ role }, index) => (role === 'user' ? index : []));
    const chosen = asked[number % Math.max(1, asked.length)];
    if ((what === 'ask' || what === 'picture') && last !== 'user') {
      await this.#prepare([...script, this.#question(said, what === 'picture')]);
    } else if (what === 'answer' && (last === 'user' || last === 'tool')) {
      await this.#answer(said);
      if (number % 3 === 0) await this.#record(this.#script, script);
    } else if (what === 'call' && this.#format.carries.calls && (last === 'user' || last === 'tool')) {
      const ids = [`call_${++this.#calls}`, `call_${++this.#calls}`];
      const calls = ids.map((id) => ({ id, name: 'read', arguments: JSON.stringify({ path: said }) }));
      const called: Script = [...script, { role: 'assistant', text: said, calls }];
      await this.#record(called, script);
      const results = ids.map((id) => ({ id, text: said }));
      await this.#prepare([...called, { role: 'tool', results }]);
    } else if (what === 'again' && last === 'assistant') {
      await this.#prepare(script.slice(0, -1));
      await this.#answer(said);
    } else if (what === 'edit' && chosen !== undefined) {
      await this.#prepare([...script.slice(0, chosen), this.#question(`${said} instead`)]);
    } else if (what === 'undo' && chosen !== undefined) {
      await this.#prepare(script.slice(0, chosen + 1));
    } else if (what === 'goBack') {
      const lists = [...this.#seen.values()].filter((one) => isWhole(one));
      const one = lists[number % Math.max(1, lists.length)];
      if (one) await this.#prepare(one);
    } else if (what === 'branch') {
      const branches = await this.#memory.context.branches();
      expect(branches).toHaveLength(this.#leaves().length);
      const branch = branches[number % Math.max(1, branches.length)];
      if (!branch) return;
      const list = await this.#memory.context.restore(this.#format.lens, { branch: branch.id });
      expect(list).toHaveLength(branch.messages);
      const one = this.#seen.get(JSON.stringify(list));
      // Under a system prompt that it never had in this test: to a list that it had.
      const known: Script = one && isWhole(one) ? one : isWhole(script) ? script : this.#prompt();
      await this.#prepare(known.at(-1)?.role === 'user' ? known : [...known, this.#question(said)]);
    } else if (what === 'otherTab') {
      // An unchanged request is only read, and a read may lag behind another tab; a command never does.
      this.#tab = 1 - this.#tab;
      await this.#memory.items.step();
    } else if (what === 'newChat') {
      await this.#prepare([...this.#prompt(), this.#question(`${said} at first`)]);
    } else if (what === 'adopt' || what === 'reload') {
      if (what === 'adopt') this.#tab = 1 - this.#tab;
      else {
        await this.#memory.close();
        this.#tabs[this.#tab] = await this.#opened();
      }
      await this.#restored();
      this.#scripts[this.#tab] = this.#current ?? this.#script;
    } else if (what === 'recordAll' && script.length > 1) {
      await this.#prepare(script);
      await this.#memory.context.record(this.#format.lens, this.#list(script));
    } else if (what === 'prompt' && this.#format.carries.system && isWhole(script)) {
      const rest = script[0]?.role === 'system' ? script.slice(1) : script;
      await this.#prepare([{ role: 'system', text: `Prompt: ${said}` }, ...rest]);
    } else if (what === 'both' && this.#scripts.every((one) => isWhole(one))) {
      const { lens } = this.#format;
      const ask = (tab: number) => this.#tabs[tab]?.context.prepare(lens, this.#list(this.#scripts[tab] as Script));
      await Promise.all([ask(0), ask(1)]);
      await this.#memory.items.step();
      await this.#prepare(script);
    } else if (what === 'abort' && isWhole(script)) {
      const ending = new AbortController();
      const next: Script = last === 'user' ? script : [...script, this.#question(said)];
      const { signal } = ending;
      const stopped = this.#memory.context.prepare(this.#format.lens, this.#list(next), { signal });
      if (number % 2 === 0) await Promise.resolve();
      ending.abort();
      await stopped.catch(() => undefined);
      await this.#prepare(next);
    } else if ((what === 'lostBefore' || what === 'lostAfter') && last === 'assistant') {
      this.#storage.failNext(what === 'lostBefore' ? 'before' : 'after');
      const next: Script = [...script, this.#question(said)];
      await this.#memory.context.prepare(this.#format.lens, this.#list(next)).catch(() => undefined);
      this.#storage.failNext(undefined);
      if (number % 2 === 0) {
        await this.#memory.close();
        this.#tabs[this.#tab] = await this.#opened();
      }
      await this.#prepare(next);
    } else if ((what === 'lostBefore' || what === 'lostAfter') && last === 'user') {
      this.#storage.failNext(what === 'lostBefore' ? 'before' : 'after');
      const next: Script = [...script, { role: 'assistant', text: said }];
      const given = this.#list(next).slice(this.#list(script).length);
      await this.#memory.context.record(this.#format.lens, given).catch(() => undefined);
      // There was nothing to store.
      this.#storage.failNext(undefined);
      if (number % 2 === 0) await this.#memory.context.record(this.#format.lens, given);
      else {
        await this.#memory.close();
        this.#tabs[this.#tab] = await this.#opened();
        await this.#memory.context.prepare(this.#format.lens, this.#list(next));
        this.#prepared.add(this.#keys(next).at(-1) ?? '');
      }
      this.#store(next);
    }
    await this.#whole();
  }

  async #restored(): Promise<void> {
    const list = await this.#memory.context.restore(this.#format.lens);
    expect(list).toEqual(this.#list(this.#current ?? []));
  }

  /** An owner that only reads is not behind. */
  async #whole(): Promise<void> {
    const list = await this.#reader?.context.restore(this.#format.lens);
    expect(list).toEqual(this.#list(this.#current ?? []));
    const rows = await this.#reader?.transcript.count();
    expect(rows, 'each message is one row').toBe(this.#heads.size + this.#nodes.size);
  }
}

/** A request can be made of it. */
function isWhole(script: Script): boolean {
  const last = script.at(-1);
  return script.some(({ role }) => role === 'user') && !(last?.role === 'assistant' && last.calls !== undefined);
}

describe('a random conversation', () => {
  for (const format of formats) {
    it(`comes back as it was said last, each message once, in ${format.name}`, async () => {
      await fc.assert(
        fc.asyncProperty(acts, async (all) => {
          const course = new Course(format);
          await course.open();
          try {
            for (const one of all) await course.play(one);
          } finally {
            await course.close();
          }
        }),
        { numRuns: 25 },
      );
    });
  }
});
