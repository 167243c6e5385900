// State of the page: the open memory and everything shown of it. Views read its cells and call its functions.
import {
  type EmbeddingStatus,
  type OpenOptions,
  openWorkingMemory,
  type Runtime,
  type WorkingMemory,
} from 'working-memory';
import type { Brain } from '../brain/brain.ts';
import { loadProblemText } from '../brain/problems/problem-text.ts';
import { type Address, anotherSession, queryOf } from './address.ts';
import { retryLostWorker } from './worker/retry-lost-worker.ts';
import { type Cell, createCell } from './cell.ts';
import { coalesced } from './coalesce.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { shownAfter } from './embedding-shown.ts';
import { embedderOf, keepChoice, type Meaning, readChoice } from './meaning.ts';
import { createNotices, type Notices } from './notices.ts';
import { createPlayer, type Player } from './conversation/player.ts';
import { scriptedBrain } from '../story/scripted-brain.ts';
import { sessionOptions, WINDOW } from '../story/session-options.ts';
import { story as storyOf } from '../story/story.ts';
import { createTreeState, type TreeState } from './tree-state.ts';
import type { Words } from '../words/words.ts';
import { killableWorker } from './worker/killable-worker.ts';

export interface Stage {
  readonly address: Address;
  readonly words: Words;
  readonly notices: Notices;
  readonly tree: TreeState;
  readonly conversation: Conversation;
  readonly player: Player;
  readonly runtime: Cell<Runtime>;
  /** Number of the newest commit; undefined before the first that this page saw. */
  readonly head: Cell<number | undefined>;
  /** Model that recall compares meanings with; undefined: words only. */
  readonly meaning: Cell<Meaning | undefined>;
  readonly embedding: Cell<EmbeddingStatus>;
  /** Path of the displayed file. */
  readonly chosenFile: Cell<string>;
  /** The open memory; replaced when it is reopened. */
  readonly opened: Cell<WorkingMemory>;
  memory(): WorkingMemory;
  killWorker(): Promise<void>;
  /** Reopens the memory with this model, or without one, and stores the choice. */
  setMeaning(meaning: Meaning | undefined): Promise<void>;
  scriptedBrain(): Brain;
  /** Starts another session, deletes this one and reloads the page. */
  startOver(): Promise<void>;
}

/** Interval of reading other tabs' messages, ms. */
const FOLLOW_MS = 250;

export async function openStage(address: Address, words: Words): Promise<Stage> {
  const { session, language } = address;
  const [story, problemText] = await Promise.all([storyOf(language), loadProblemText(language)]);
  const notices = createNotices(words, problemText);
  const worker = killableWorker();
  const head = createCell<number | undefined>(undefined);

  const chosen = readChoice(language, document.baseURI);
  const meaning = createCell(chosen.isOn ? chosen.meaning : undefined);
  // One object for each choice, so that all memories opened with it share the model.
  let embedder = embedderFor(meaning.get());

  const options = (): OpenOptions => ({ ...sessionOptions(language), session, worker: worker.start, embedder });

  const opened = createCell(await openWorkingMemory(options()));
  const memory = opened.get;
  const runtime = createCell(memory().runtime);
  const tree = createTreeState(memory, notices.fail);
  const embedding = createCell(memory().embedding.status());

  const player: Player = createPlayer({
    session,
    story,
    conversation: () => conversation,
    fail: notices.fail,
    onTaken: () => notices.say(words.player.otherTab),
  });
  const scripted = (): Brain => scriptedBrain(story, { pace: player.pace });
  const conversation = await createConversation({
    session,
    story,
    brain: scripted(),
    contextWindow: WINDOW.default,
    memory,
  });
  player.recount();
  tree.refresh();

  /** Reads other tabs' work from the transcript, at intervals rather than on every commit. */
  const followOthers = coalesced(async () => {
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
    if (player.state.get().isBusy) return;
    try {
      await conversation.reload();
      player.recount();
    } catch (error) {
      notices.fail(error);
    }
  });

  let unsubscribe = follow();

  function follow(): () => void {
    const endStatus = memory().embedding.subscribe(showEmbedding);
    showEmbedding(memory().embedding.status());
    // The status shows the outcome.
    void memory()
      .embedding.start()
      .catch(() => {});
    const endCommits = memory().subscribe((commit) => {
      head.set(commit.head);
      tree.onCommit(commit);
      const isSaid = commit.events.some(({ type }) => type === 'message-appended');
      if (isSaid && !player.state.get().isBusy) followOthers();
    });
    return () => {
      endStatus();
      endCommits();
    };
  }

  function showEmbedding(status: EmbeddingStatus): void {
    embedding.set(shownAfter(embedding.get(), status));
  }

  /** Queue of reopenings with other options: each closes what the previous one opened. A playing story continues. */
  let reopening = Promise.resolve();
  function reopen(change: () => void): Promise<void> {
    const reopened = reopening.then(async () => {
      const { isPlaying } = player.state.get();
      await player.stop();
      change();
      const former = memory();
      opened.set(await openWorkingMemory(options()));
      unsubscribe();
      unsubscribe = follow();
      await conversation.reload();
      await former.close();
      runtime.set(memory().runtime);
      if (isPlaying) player.play();
    });
    reopening = reopened.catch(() => {});
    return reopened;
  }

  addEventListener('pagehide', () => conversation.keep());
  // A phone ends a hidden page without further notice.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') conversation.keep();
  });

  return {
    address,
    words,
    notices,
    tree,
    conversation,
    player,
    runtime,
    head,
    meaning,
    embedding,
    chosenFile: createCell('overview.md'),
    opened,
    memory,

    async killWorker() {
      worker.kill();
      notices.say(words.toolbar.killed);
      const [list, files] = await retryLostWorker(() => Promise.all([memory().items.list(), memory().files.list()]));
      runtime.set({ ...memory().runtime });
      notices.say(words.toolbar.survived(list.length, files.length));
    },

    setMeaning: (next) =>
      reopen(() => {
        const former = meaning.get() ?? chosen.meaning;
        keepChoice({ meaning: next ?? former, isOn: next !== undefined });
        meaning.set(next);
        embedder = embedderFor(next);
      }),

    scriptedBrain: scripted,

    async startOver() {
      await player.stop();
      const [draw = 0] = crypto.getRandomValues(new Uint32Array(1));
      const next = anotherSession(language, draw);
      const other = await memory().sessions.open(next);
      await memory().close();
      await other.sessions.delete(session);
      await other.close();
      conversation.drop();
      location.search = queryOf({ ...address, session: next });
    },
  };
}

const embedderFor = (meaning: Meaning | undefined): NonNullable<OpenOptions['embedder']> =>
  meaning ? embedderOf(meaning) : 'none';
