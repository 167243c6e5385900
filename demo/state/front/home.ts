// State of the first screen: one memory for all visits, the lines of this visit, and the known facts.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { noChatText } from '../../files/no-chat.ts';
import { homeOptions } from '../../talk/home-options.ts';
import { type Known, type Reply, Talk } from '../../talk/talk.ts';
import type { Imported } from '../../talk/imports.ts';
import type { Address } from '../address.ts';
import { type Cell, createCell } from '../cell.ts';
import { createNotices, type Notices } from '../notices.ts';
import { killableWorker } from '../worker/killable-worker.ts';
import { type FrontWords, loadFrontWords } from '../../words/front.ts';
import type { Words } from '../../words/words.ts';

/** Events of this visit, in order. */
export type Line =
  | { readonly kind: 'said'; readonly text: string; readonly isPrivate: boolean }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'imported'; readonly imported: Imported };

export interface Reading {
  readonly file: string;
  readonly share: number;
}

export interface Home {
  readonly address: Address;
  readonly words: Words;
  readonly front: FrontWords;
  readonly notices: Notices;
  readonly lines: Cell<readonly Line[]>;
  /** Newest first. */
  readonly known: Cell<readonly Known[]>;
  /** Facts known when the page was opened. */
  readonly knownBefore: readonly Known[];
  readonly isPrivate: Cell<boolean>;
  /** File being read, with the share read so far; undefined: none. */
  readonly reading: Cell<Reading | undefined>;
  say(text: string): Promise<void>;
  drop(files: readonly File[]): Promise<void>;
  forget(ids: readonly string[]): Promise<void>;
  setPrivate(isPrivate: boolean): void;
}

/** Key of this tab's setting: whether the chat is private. */
const PRIVATE = 'private';

export async function openHome(address: Address, words: Words): Promise<Home> {
  const front = await loadFrontWords(address.language);
  const notices = createNotices(words, noChatText(front));
  const memory: WorkingMemory = await openWorkingMemory({
    ...homeOptions(address.language),
    worker: killableWorker().start,
  });
  const talk = new Talk(memory);
  const knownBefore = await talk.known();
  const known = createCell<readonly Known[]>(knownBefore);
  const lines = createCell<readonly Line[]>([]);
  // Another language is another page, so a private chat stays private.
  const isPrivate = createCell(sessionStorage.getItem(PRIVATE) !== null);
  talk.isPrivate = isPrivate.get();
  const reading = createCell<Reading | undefined>(undefined);
  const add = (line: Line): void => lines.set([...lines.get(), line]);
  const refresh = async (): Promise<void> => known.set(await talk.known());
  /**
   * Removes forgotten facts from the screen. This session hears nothing of other conversations, so it looks them up.
   */
  const clearForgotten = async (): Promise<void> => {
    await refresh();
    const ids = new Set(known.get().map(({ id }) => id));
    lines.set(lines.get().map((line, at, all) => withoutForgotten(line, all[at + 1], ids)));
  };
  // Includes facts that another tab told or forgot.
  memory.subscribe(() => void clearForgotten().catch(notices.fail));

  /** Queue of the lines, in the order of typing. */
  let working = Promise.resolve();
  const inTurn = (task: () => Promise<void>): Promise<void> => (working = working.then(task).catch(notices.fail));

  return {
    address,
    words,
    front,
    notices,
    lines,
    known,
    knownBefore,
    isPrivate,
    reading,
    say: (text) =>
      inTurn(async () => {
        add({ kind: 'said', text, isPrivate: isPrivate.get() });
        const reply = await talk.say(text);
        add({ kind: 'reply', reply });
        if (reply.kind === 'forgotten') await clearForgotten();
      }),
    drop: (files) =>
      inTurn(async () => {
        if (isPrivate.get()) return add({ kind: 'reply', reply: { kind: 'private' } });
        if (files.length === 0) return;
        const { importChat } = await import('../../talk/imports.ts');
        for (const file of files) {
          try {
            reading.set({ file: file.name, share: 0 });
            const imported = await importChat(memory, file, (share) => reading.set({ file: file.name, share }));
            add({ kind: 'imported', imported });
          } catch (error) {
            // The next file may be readable.
            notices.fail(error);
          }
        }
        reading.set(undefined);
        await refresh();
      }),
    forget: (ids) =>
      inTurn(async () => {
        await talk.forget(ids);
        await clearForgotten();
      }),
    setPrivate(next) {
      talk.isPrivate = next;
      if (next) sessionStorage.setItem(PRIVATE, 'on');
      else sessionStorage.removeItem(PRIVATE);
      isPrivate.set(next);
      // Removes the private lines.
      if (!next) lines.set(lines.get().filter(keptInSight));
    },
  };
}

/** @param answer line that follows · @param ids ids of the facts that are still known */
function withoutForgotten(line: Line, answer: Line | undefined, ids: ReadonlySet<string>): Line {
  const isGone = (reply: Reply): boolean => 'known' in reply && !ids.has(reply.known.id);
  if (line.kind === 'reply' && line.reply.kind === 'quoted' && isGone(line.reply))
    return { ...line, reply: { ...line.reply, known: { ...line.reply.known, text: '…' } } };
  const isOf = line.kind === 'said' && answer?.kind === 'reply' && answer.reply.kind === 'kept' && isGone(answer.reply);
  return isOf ? { ...line, text: '…' } : line;
}

const keptInSight = (line: Line): boolean =>
  !(line.kind === 'said' && line.isPrivate) && !(line.kind === 'reply' && line.reply.kind === 'private');
