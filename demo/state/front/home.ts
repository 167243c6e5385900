// State of the first screen: one memory for all visits, the lines of this visit, and the known facts.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { noChatText } from '../../files/no-chat.ts';
import { homeOptions } from '../../talk/home-options.ts';
import { type Known, Talk } from '../../talk/talk.ts';
import type { Address } from '../address.ts';
import { type Cell, createCell } from '../cell.ts';
import { createNotices, type Notices } from '../notices.ts';
import { type Line, withoutForgotten } from './visit.ts';
import { killableWorker } from '../worker/killable-worker.ts';
import { type FrontWords, loadFrontWords } from '../../words/front.ts';
import type { Words } from '../../words/words.ts';

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
  /** Facts told here, newest first, then the imported conversations. */
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
  // Survives the change of language, which loads another page.
  const isPrivate = createCell(sessionStorage.getItem(PRIVATE) !== null);
  talk.isPrivate = isPrivate.get();
  const reading = createCell<Reading | undefined>(undefined);
  const add = (line: Line): void => lines.set([...lines.get(), line]);
  const refresh = async (): Promise<void> => known.set(await talk.known());
  /**
   * Updates the known facts and blanks out forgotten ones. Commits of imported conversations do not reach this session,
   * so it looks them up.
   */
  const clearForgotten = async (): Promise<void> => {
    await refresh();
    lines.set(withoutForgotten(lines.get(), known.get()));
  };
  // Another tab may have told or forgotten facts.
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
      // The end of a private chat removes its lines.
      if (!next) lines.set(lines.get().filter(keptInSight));
    },
  };
}

const keptInSight = (line: Line): boolean =>
  !(line.kind === 'said' && line.isPrivate) && !(line.kind === 'reply' && line.reply.kind === 'private');
