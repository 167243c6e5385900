// Everything the page holds: the open memory, and what is shown of it. Views read cells and call these functions.
import { type OpenOptions, openWorkingMemory, type Runtime, type WorkingMemory } from 'working-memory';
import type { Brain } from './brain/brain.ts';
import { type Address, anotherSession, queryOf } from './address.ts';
import { again } from './again.ts';
import { type Cell, createCell } from './cell.ts';
import { coalesced } from './coalesce.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { createItemsState, type ItemsState } from './items-state.ts';
import { createNotices, type Notices } from './notices.ts';
import { createPlayer, type Player } from './player.ts';
import { scriptedBrain } from './story/scripted-brain.ts';
import { sessionOptions, WINDOW } from './story/session-options.ts';
import { story as storyOf } from './story/story.ts';
import { createTreeState, type TreeState } from './tree-state.ts';
import type { Words } from './words/words.ts';
import { workerInHand } from './worker-in-hand.ts';

/** How many times faster than the clock items age. */
export const PACES = ['1', '3600', '36000'] as const;
export type Pace = (typeof PACES)[number];

export interface Stage {
  readonly address: Address;
  readonly words: Words;
  readonly notices: Notices;
  readonly tree: TreeState;
  readonly items: ItemsState;
  readonly conversation: Conversation;
  readonly player: Player;
  readonly runtime: Cell<Runtime>;
  /** Number of the newest commit; undefined before the first that this page saw. */
  readonly head: Cell<number | undefined>;
  readonly agingPace: Cell<Pace>;
  /** Path of the file that is shown. */
  readonly chosenFile: Cell<string>;
  memory(): WorkingMemory;
  killWorker(): Promise<void>;
  setAgingPace(pace: Pace): Promise<void>;
  scriptedBrain(): Brain;
  /** Begins another session, deletes this one, and loads the page anew. */
  startOver(): Promise<void>;
}

/** How often other tabs' messages are read. */
const FOLLOW_MS = 250;

export async function openStage(address: Address, words: Words): Promise<Stage> {
  const { session, language } = address;
  const notices = createNotices(language, words);
  const worker = workerInHand();
  const story = await storyOf(language);
  const agingPace = createCell<Pace>('1');
  const head = createCell<number | undefined>(undefined);

  const options = (pace: Pace): OpenOptions => {
    const plain: Omit<OpenOptions, 'session'> = sessionOptions(language);
    const periodMs = plain.decay?.periodMs ?? USUAL_PERIOD_MS;
    return { ...plain, session, worker: worker.start, decay: { ...plain.decay, periodMs: periodMs / Number(pace) } };
  };

  let memory = await openWorkingMemory(options('1'));
  const runtime = createCell(memory.runtime);
  const tree = createTreeState(() => memory, notices.fail);
  const items = createItemsState(() => memory, notices.fail);
  let unsubscribe = follow();

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
    memory: () => memory,
  });
  player.recount();
  tree.refresh();
  items.refresh();

  /** What another tab did is read from the transcript, not on every commit. */
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

  function follow(): () => void {
    return memory.subscribe((commit) => {
      head.set(commit.head);
      tree.onCommit(commit);
      items.onCommit(commit);
      const isSaid = commit.events.some(({ type }) => type === 'message-appended');
      if (isSaid && !player.state.get().isBusy) followOthers();
    });
  }

  addEventListener('pagehide', () => conversation.keep());

  return {
    address,
    words,
    notices,
    tree,
    items,
    conversation,
    player,
    runtime,
    head,
    agingPace,
    chosenFile: createCell('overview.md'),
    memory: () => memory,

    async killWorker() {
      worker.kill();
      notices.say(words.toolbar.killed);
      const [list, files] = await again(() => Promise.all([memory.items.list(), memory.files.list()]));
      runtime.set({ ...memory.runtime });
      notices.say(words.toolbar.survived(list.length, files.length));
    },

    async setAgingPace(pace) {
      await player.stop();
      const former = memory;
      memory = await openWorkingMemory(options(pace));
      unsubscribe();
      unsubscribe = follow();
      agingPace.set(pace);
      await conversation.reload();
      await former.close();
      runtime.set(memory.runtime);
      items.refresh();
    },

    scriptedBrain: scripted,

    async startOver() {
      await player.stop();
      const [draw = 0] = crypto.getRandomValues(new Uint32Array(1));
      const next = anotherSession(language, draw);
      const other = await memory.sessions.open(next);
      await memory.close();
      await other.sessions.delete(session);
      await other.close();
      conversation.drop();
      location.search = queryOf({ ...address, session: next });
    },
  };
}

/** The library's own default, for options that leave it open. */
const USUAL_PERIOD_MS = 6 * 3_600_000;
