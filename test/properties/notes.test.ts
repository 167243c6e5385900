// The user edits the notes while the model works: whatever the order, no line of either is lost. A line is in the file,
// or the writer that removed it had seen it, or the answer to the failed write contains it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { anthropicMemoryTool } from '../../src/entries/tools.ts';
import { freeText } from '../../src/tree/overview/system-blocks.ts';
import { Chat } from '../support/messages/chat.ts';
import { openFixed } from '../support/fixed-memory.ts';

const PATHS = ['overview.md', 'detail/a.md'] as const;
const SECTIONS = ['One', 'Two', 'Three'] as const;

interface Change {
  readonly at: number;
  readonly remove: number;
  readonly add: boolean;
}

type Act = { readonly path: (typeof PATHS)[number]; readonly change: Change } & (
  | { readonly by: 'user'; readonly how: 'look' | 'edit' | 'editBlindly' | 'delete' }
  | {
      readonly by: 'model';
      readonly how: 'read' | 'ask' | 'write' | 'note' | 'edit' | 'own' | 'insert' | 'delete' | 'goOn';
    }
);

const change = fc.record({ at: fc.nat(30), remove: fc.constantFrom(0, 0, 1, 2), add: fc.boolean() });
const path = fc.constantFrom(...PATHS);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    by: fc.constant('user' as const),
    how: fc.constantFrom('look', 'edit', 'edit', 'editBlindly', 'delete'),
    path,
    change,
  }),
  fc.record({
    by: fc.constant('model' as const),
    how: fc.constantFrom('read', 'ask', 'write', 'write', 'note', 'edit', 'own', 'insert', 'delete', 'goOn'),
    path,
    change,
  }),
) as fc.Arbitrary<Act>;

/** Lines that say something; each was written once. */
const linesOf = (text: string): string[] => text.match(/\bline \d+\b/g) ?? [];

class Notes {
  readonly seen = { user: new Set<string>(), model: new Set<string>() };
  /** Contents of the files as each side believes them. */
  readonly views = { user: new Map<string, string>(), model: new Map<string, string>() };
  readonly #memory: WorkingMemory;
  readonly #chat: Chat;
  readonly #anthropic: ReturnType<typeof anthropicMemoryTool>;
  #lines = 0;

  constructor(memory: WorkingMemory) {
    this.#memory = memory;
    this.#chat = new Chat(memory);
    this.#anthropic = anthropicMemoryTool(memory);
  }

  async begin(): Promise<void> {
    const sections = SECTIONS.map((name) => `## ${name}\n\n${this.#line()}${this.#line()}\n`).join('');
    await this.#memory.files.write('overview.md', `# Mine\n\n${sections}`);
    await this.#memory.files.write('detail/a.md', `${this.#line()}${this.#line()}${this.#line()}`);
    await this.#chat.ask('Begin.');
    for (const path of PATHS) {
      await this.do({ by: 'user', how: 'look', path, change: { at: 0, remove: 0, add: false } });
      await this.do({ by: 'model', how: 'read', path, change: { at: 0, remove: 0, add: false } });
    }
  }

  /** Does it, and says which lines are lost. */
  async do(act: Act): Promise<string[]> {
    const before = await this.#all();
    const { written, answer } = await this.#run(act);
    for (const line of [...linesOf(answer), ...written]) this.seen[act.by].add(line);
    const after = new Set(linesOf(await this.#all()));
    const removed = linesOf(before).filter((line) => !after.has(line) && !this.seen[act.by].has(line));
    const unwritten = written.filter((line) => !after.has(line) && !answer.includes(line));
    return [...removed, ...unwritten];
  }

  async #run({
    by,
    how,
    path,
    change,
  }: Act): Promise<{ readonly written: readonly string[]; readonly answer: string }> {
    const { files } = this.#memory;
    const view = this.views[by].get(path) ?? '';
    const result = changed(view, change, () => this.#line());
    const written = change.add ? linesOf(result).filter((line) => !linesOf(view).includes(line)) : [];
    const look = async (): Promise<string> => {
      const text = await files.read(path).then(
        // Blocks are of the system: what is written into them is not kept.
        (document) => freeText(document.text),
        () => '',
      );
      this.views[by].set(path, text);
      return text;
    };
    const none = async (answer: Promise<unknown>) => ({ written: [], answer: String(await answer) });
    if (by === 'user') {
      if (how === 'look') return none(look());
      const current = await files.read(path).catch(() => undefined);
      if (!current) return none(look());
      if (how === 'delete') {
        // The app's dialog shows what goes.
        if (path === 'overview.md') return none(look());
        const shown = await look();
        await files.delete(path);
        return none(Promise.resolve(shown));
      }
      if (how === 'editBlindly') {
        const line = this.#line();
        const [first] = current.text.split('\n');
        if (!first || current.text.split(first).length !== 2) return none(look());
        await files.edit(path, first, `${first}\n${line.trimEnd()}`);
        return { written: linesOf(line), answer: first };
      }
      const shown = await look();
      const next = changed(shown, change, () => this.#line());
      const done = await files.write(path, next, { baseRevision: current.revision, force: false });
      const answer = `${shown}${done.status === 'conflict' ? done.diff : ''}`;
      return { written: linesOf(next).filter((line) => !linesOf(shown).includes(line)), answer };
    }
    switch (how) {
      case 'read': {
        const answer = await this.#chat.call('read', { path });
        await look();
        return none(Promise.resolve(answer));
      }
      case 'ask':
      case 'goOn': {
        if (how === 'ask') this.#chat.answer('Well.');
        const { messages } = await (how === 'ask' ? this.#chat.ask('Go on.') : this.#chat.prepare());
        const answer = messages.map(({ content }) => content).join('\n');
        // It takes what it was told for the file.
        const { text } = await files.read('overview.md');
        if (linesOf(text).every((line) => answer.includes(line))) this.views.model.set('overview.md', freeText(text));
        return none(Promise.resolve(answer));
      }
      case 'write': {
        const answer = await this.#chat.call('write', { path, content: result });
        if (answer.startsWith('Written')) this.views.model.set(path, result);
        return { written, answer };
      }
      case 'note': {
        const section = SECTIONS[change.at % SECTIONS.length];
        const [heading = '', ...rest] = (view.split(`## ${section}`)[1]?.split('\n## ')[0] ?? '').split('\n');
        const text = changed(rest.join('\n'), change, () => this.#line());
        const answer = await this.#chat.call('note', { section, text });
        return { written: linesOf(text).filter((line) => !view.includes(line)), answer: answer + heading };
      }
      case 'edit': {
        const [find] = linesOf(view);
        if (find === undefined) return none(look());
        const line = this.#line().trimEnd();
        const answer = await this.#chat.call('edit', { path, find, replace: `${find}\n${line}` });
        return { written: answer.startsWith('Edited') ? [line] : [], answer };
      }
      case 'own': {
        const mine = changed(this.views.model.get('overview.md') ?? '', change, () => this.#line());
        this.#chat.called('write_file', { path: 'overview.md', content: mine }, 'Saved.');
        const { messages } = await this.#chat.prepare();
        // The call with the model's text is part of the request.
        return { written: linesOf(mine), answer: messages.map(({ content }) => content).join('\n') + mine };
      }
      case 'insert': {
        const line = this.#line();
        const at = Math.min(change.at, view.split('\n').length - 1);
        const answer = await this.#anthropic.execute({
          command: 'insert',
          path: `/memories/${path}`,
          insert_line: Math.max(0, at),
          insert_text: line,
        });
        return { written: /edited/.test(answer) ? linesOf(line) : [], answer };
      }
      case 'delete': {
        const answer = await this.#anthropic.execute({ command: 'delete', path: `/memories/${path}` });
        return none(Promise.resolve(answer));
      }
    }
  }

  async #all(): Promise<string> {
    const { files } = this.#memory;
    const texts = await Promise.all((await files.list()).map(async ({ path }) => (await files.read(path)).text));
    return texts.join('\n');
  }

  #line(): string {
    return `line ${++this.#lines}\n`;
  }
}

function changed(text: string, { at, remove, add }: Change, line: () => string): string {
  const lines = text.split('\n');
  const from = Math.min(at, Math.max(0, lines.length - 1));
  lines.splice(from, remove, ...(add ? [line().trimEnd()] : []));
  return lines.join('\n');
}

it('whoever writes when, no line of the user or the model is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
      const notes = new Notes(await openFixed());
      await notes.begin();
      for (const [index, one] of acts.entries())
        expect(await notes.do(one), `act ${index}: ${one.by} ${one.how}`).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 120_000);
