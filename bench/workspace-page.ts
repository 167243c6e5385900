// Page whose user has had many conversations: opens one more beside them, which searches all. Runs on the page's own
// thread, because the browser throttles no other thread.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { makeCorpus } from './texts.ts';

export interface WorkspaceBench {
  readonly openMs: number;
  /** Time from the call of open until the newest conversations are findable, down to the one that is read last. */
  readonly findableMs: number;
  /** Time until all are findable. */
  readonly wholeMs: number;
  /** Longest wait for a small call of the session itself while the others are read. */
  readonly longestCallMs: number;
  /** Median time of a question about all conversations when nothing has changed. */
  readonly questionMs: number;
}

const WORKSPACE = 'bench workspace';
const QUESTIONS = 20;
const EVERYWHERE = { scope: 'workspace', limit: 1 } as const;

/** Returns a word that occurs in this conversation only. */
const onlyIn = (number: number): string =>
  `zq${number.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}x`;
const open = (workspace: string): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'today', workspace, worker: false, limits: { maxTokens: 100_000 } });

/** Open until the page is reloaded; its memory is measured from outside. */
let today: WorkingMemory | undefined;

/** Measures opening a session whose workspace has no other session, ms. */
export async function benchOpenAlone(): Promise<number> {
  const start = performance.now();
  const memory = await open('bench empty workspace');
  const openMs = performance.now() - start;
  await memory.close();
  return openMs;
}

export async function benchFillWorkspace(conversations: number, messages: number): Promise<void> {
  const { texts } = makeCorpus('English', conversations * messages, 0);
  for (let number = 0; number < conversations; number++) {
    const memory = await openWorkingMemory({
      session: `chat ${number}`,
      workspace: WORKSPACE,
      worker: false,
      // Otherwise each one would read all before it.
      recall: { workspace: { background: false } },
    });
    const said = texts.slice(number * messages, (number + 1) * messages);
    const turns = said.map((text, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text: at === 0 ? `${text} ${onlyIn(number)}` : text,
    }));
    // Appended turn by turn, as people talk: what a commit wrote stays in the journal for a while.
    for (let at = 0; at < messages; at += 2) await memory.transcript.append(turns.slice(at, at + 2));
    await memory.close();
  }
}

/** @param newest number of the newest conversations that must be found */
export async function benchWorkspace(conversations: number, newest: number): Promise<WorkspaceBench> {
  const start = performance.now();
  const memory = (today = await open(WORKSPACE));
  const openMs = performance.now() - start;
  let isOver = false;
  const calls = longestCall(memory, () => isOver);
  const found = async (number: number): Promise<number> => {
    for (;;) {
      const { hits } = await memory.items.remember(onlyIn(number), EVERYWHERE);
      if (hits[0]?.session === `chat ${number}`) return performance.now() - start;
    }
  };
  const findableMs = await found(conversations - newest);
  const wholeMs = await found(0);
  isOver = true;
  const longestCallMs = await calls;
  const times: number[] = [];
  for (let question = 0; question < QUESTIONS; question++) {
    const asked = performance.now();
    await memory.items.remember(onlyIn(question), EVERYWHERE);
    times.push(performance.now() - asked);
  }
  const questionMs = times.sort((one, other) => one - other)[QUESTIONS / 2] ?? NaN;
  return { openMs, findableMs, wholeMs, longestCallMs, questionMs };
}

/** Opens the session, waits until it finds all, and keeps it open. */
export const benchHoldWorkspace = async (conversations: number): Promise<void> => {
  await benchWorkspace(conversations, conversations);
  if (!today) throw new Error('nothing is open');
};

async function longestCall(memory: WorkingMemory, isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const start = performance.now();
    await memory.items.capacity();
    longest = Math.max(longest, performance.now() - start);
    await new Promise((later) => setTimeout(later, 4));
  }
  return longest;
}
