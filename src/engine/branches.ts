// The branches of the conversation, and the places of messages in the list in use.
import type { Engine } from '../boundary/engine.ts';
import type { PinnedOverview } from '../context/view/ledger.ts';
import { OVERVIEW } from '../tree/paths.ts';
import { branchKey, PIN } from '../tree/transcript/branch-keys.ts';
import { placeIn, type Runs } from '../tree/transcript/rows-of-list.ts';
import { visibleText } from '../tree/visible-text.ts';
import { type EngineContext, reading } from './engine-context.ts';
import { branchesOf, currentBranch, rowsOf, shownIn } from './ledger.ts';

export function branchCommands(context: EngineContext): Pick<Engine, 'knownMessages'> {
  const { transcript } = context;
  return {
    async knownMessages(list, before) {
      await transcript.complete();
      reading(context);
      return transcript.tree.known(list, before);
    },
  };
}

/** Place of a message; without fields if no list contains it. */
export interface PlacedMessage {
  /** Index of the message in the list. */
  readonly place?: number;
  /** Whether it belongs to another branch. */
  readonly abandoned?: true;
  /** Whether the latest request of the list shows all of it. */
  readonly inView?: true;
}

/** Returns the list that this owner used last; before its first use, the current one. */
export function listInUse({ session, branch }: Pick<EngineContext, 'session' | 'branch'>): ListInUse | undefined {
  const branches = branchesOf(session.state);
  const used = branches.find((one) => one.branch === branch.used) ?? currentBranch(branches);
  return used && { branch: used.branch, rows: rowsOf(used) };
}

export interface ListInUse {
  readonly branch: string;
  readonly rows: Runs;
}

/** Returns a function that places messages in the list in use. */
export function placeOfMessage(context: EngineContext): (row: number) => PlacedMessage {
  const { session, transcript } = context;
  const list = listInUse(context);
  if (!list) return () => ({});
  const isShown = shownIn(session.state, list.branch);
  return (row) => {
    const place = placeIn(list.rows, row);
    if (place !== undefined) return { place, ...(isShown(place) && { inView: true }) };
    return transcript.tree.nodes.has(row) ? { abandoned: true } : {};
  };
}

/**
 * Returns a test: whether the latest request of the list in use shows every line of a passage of overview.md, which is
 * pinned in part if long.
 */
export function isPinned(context: EngineContext): (path: string, passage: string) => boolean {
  const list = listInUse(context);
  const row = list && context.session.state.ledger.get(branchKey(list.branch, PIN));
  const { text = '' } = (row ?? {}) as Partial<PinnedOverview>;
  return (path, passage) =>
    path === OVERVIEW && passage.split('\n').every((line) => text.includes(`${visibleText(line.trimEnd())}\n`));
}
