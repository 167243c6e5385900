// Serves the context engine's rows, and commits the request that it planned on the app's side from current revisions.
import type { Engine } from '../boundary/engine.ts';
import { expire } from '../items/expiry.ts';
import { decideArchiving } from '../tree/files/archiving.ts';
import { OVERVIEW } from '../tree/paths.ts';
import { decideAppend } from '../tree/transcript/transcript.ts';
import type { JournalEvent } from './session/apply.ts';
import { type EngineContext, itemCommand, reading } from './engine-context.ts';
import type { SessionState } from './session/state.ts';
import { trimTranscript } from './tree/transcript.ts';

type ContextCommands = Pick<Engine, 'contextBasis' | 'commitContext'>;

/** Key of the ledger row that holds numbers only; every other row may hold words of the conversation. */
const NUMBERS = 'now';

export function contextCommands(context: EngineContext): ContextCommands {
  const { session, settings } = context;
  const { state } = session;
  const ledgerRevision = (): number => (state.ledger.get(NUMBERS) as { revision?: number } | undefined)?.revision ?? 0;
  return {
    async contextBasis() {
      const { now, step } = reading(context);
      await context.ports.adoptEdits?.(context);
      return {
        rows: [...state.ledger].map(([key, fields]) => ({ key, fields })),
        overview: state.files.get(OVERVIEW),
        messages: state.manifest.messages,
        step,
        now,
        softSteps: settings.ttl.softSteps,
      };
    },

    async commitContext({ expected, rows, messages, step: isStep, event, ...archiving }) {
      const isTaken = await itemCommand(
        context,
        () => (messages.length > 0 ? session.transcript.sureOfEnd() : undefined),
        (_, order, { step }) => {
          const isStale =
            expected.ledger !== ledgerRevision() ||
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
          return { events, content: { messages, files: tree.texts, ledger: rows }, result: true };
        },
      );
      if (isTaken) await trimTranscript(context);
      return isTaken;
    },
  };
}

/** The ledger after a hard forget: keeps the numbers, drops every row that may hold words, demands a new epoch. */
export function clearedLedger({ ledger }: SessionState): { key: string; fields?: object }[] {
  return [...ledger].map(([key, fields]) => {
    if (key !== NUMBERS) return { key };
    const { revision } = fields as { readonly revision: number };
    return { key, fields: { ...fields, revision: revision + 1, reset: true } };
  });
}
