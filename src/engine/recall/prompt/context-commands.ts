// Serves the context engine's rows, and commits requests that were planned on the app's side from current revisions.
import type { ContextBasis, ContextChange } from '../../../boundary/context-rows.ts';
import type { Engine } from '../../../boundary/engine.ts';
import { expire } from '../../../items/expiry.ts';
import { decideArchiving } from '../../../tree/files/archiving.ts';
import { OVERVIEW } from '../../../tree/paths.ts';
import { branchKey, NUMBERS, readBranchKey } from '../../../tree/transcript/branch-keys.ts';
import { decideAppend } from '../../../tree/transcript/transcript.ts';
import { branchesOf, currentBranch, ledgerRevision } from '../../ledger.ts';
import { recallables, successors } from './recallables.ts';
import type { PromptSearch } from './prompt-search.ts';
import type { JournalEvent } from '../../session/apply.ts';
import { recalledIn } from '../../ledger.ts';
import { type EngineContext, itemCommand, reading } from '../../engine-context.ts';
import type { UncheckedRow } from '../../session/row-checksum.ts';
import type { SessionState } from '../../session/state.ts';
import { newParts } from '../../tree/parts.ts';
import { trimTranscript } from '../../tree/transcript.ts';

type ContextCommands = Pick<Engine, 'contextBasis' | 'commitContext'>;

/** Returns the ids of this session's items that the recalled notes of these rows show. */
const recalledIds = (rows: ContextBasis['rows']): string[] =>
  rows
    .flatMap(({ fields }) => recalledIn(fields))
    .flatMap(({ id, session }) => (id === undefined || session !== undefined ? [] : id));

export function contextCommands(context: EngineContext, search: Pick<PromptSearch, 'ask'>): ContextCommands {
  const { session, settings } = context;
  const { state } = session;
  return {
    async contextBasis({ branch: wanted, isLatest = false, asked } = {}) {
      if (isLatest) await session.catchUp();
      await context.ports.adoptEdits?.(context);
      const redacted = await context.transcript.redacted();
      const found = asked === undefined ? undefined : await recallables(context, search, asked);
      const { now, step } = reading(context);
      const branches = branchesOf(state);
      const current = currentBranch(branches)?.branch;
      const branch = branches.find((one) => one.branch === wanted)?.branch ?? current;
      const rows = [...state.ledger].flatMap(([row, fields]) => {
        const { branch: of, key } = readBranchKey(row);
        return of === branch ? [{ key, fields }] : [];
      });
      return {
        branch,
        rows,
        branches,
        revision: ledgerRevision(branches),
        overview: state.files.get(OVERVIEW),
        messages: state.manifest.messages,
        redacted,
        step,
        now,
        softSteps: settings.ttl.softSteps,
        salt: state.session?.salt,
        ...(found && { recallables: [...successors(context, recalledIds(rows)), ...found] }),
      };
    },

    async commitContext({ expected, rows, messages, step: isStep, event, ...archiving }) {
      const isTaken = await itemCommand(
        context,
        () => (messages.length > 0 ? session.transcript.sureOfEnd() : undefined),
        (_, order, { step }) => {
          const isStale =
            expected.ledger !== ledgerRevision(branchesOf(state)) ||
            expected.overview !== state.files.get(OVERVIEW)?.revision ||
            expected.messages !== state.manifest.messages;
          if (isStale) return { events: [], result: false };
          const tree = decideArchiving(state, archiving, settings.files);
          const events: JournalEvent[] = [
            ...(isStep ? expire(state.usage, order).events : []),
            ...(isStep ? [{ type: 'step-advanced' as const, step: step + 1 }] : []),
            ...decideAppend(messages, state.manifest.messages).events,
            ...tree.events,
            ...(event ? [event] : []),
          ];
          const content = {
            messages,
            parts: newParts(context, messages),
            files: tree.texts,
            rows: ledgerChanges(state, rows, settings.context.keptBranches),
          };
          return { events, content, result: true };
        },
      );
      if (!isTaken) return false;
      context.branch.used = rows.find(({ key }) => key === NUMBERS)?.branch ?? context.branch.used;
      await trimTranscript(context);
      return true;
    },
  };
}

/** Adds deletions of the least recently used branches beyond the limit. */
function ledgerChanges(state: SessionState, rows: ContextChange['rows'], most: number): UncheckedRow[] {
  const written = new Set(rows.map(({ branch }) => branch));
  const others = branchesOf(state).filter(({ branch }) => !written.has(branch));
  others.sort((one, other) => other.revision - one.revision);
  const left = new Set(others.slice(Math.max(0, most - written.size)).map(({ branch }) => branch));
  const gone = [...state.ledger.keys()].filter((row) => left.has(readBranchKey(row).branch));
  return [
    ...rows.map(({ branch, key, fields }) => ({ store: 'ledger' as const, key: branchKey(branch, key), fields })),
    ...gone.map((key) => ({ store: 'ledger' as const, key })),
  ];
}
