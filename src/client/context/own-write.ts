// The overview as the model wrote it with a tool of the app's own.
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { OverviewNow } from '../../context/planning-context.ts';
import type { Engine } from '../../boundary/engine.ts';
import type { SeenMessage } from '../../context/view/history.ts';
import type { OwnWrite } from '../../context/plan/request.ts';
import { goesOn, type Ledger } from '../../context/view/ledger.ts';
import { NOTE, overviewCalls } from '../../context/view/overview-writes.ts';
import { freeText } from '../../tree/overview/system-blocks.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { basedWritePart } from '../notes/part.ts';
import { storable } from './reading/read-messages.ts';

/** Free texts of the overview that were not written. */
export interface RefusedTexts {
  /** Texts that `files.write` refused: a call with one of them was not a write. */
  readonly byTree: Set<string>;
  /** Texts of calls that a request reported as not taken. */
  readonly before: Set<string>;
}

export interface OwnWriteFacts {
  readonly messages: readonly SeenMessage[];
  /** Overview in the tree. */
  readonly overview: Pick<OverviewNow, 'text' | 'revision'>;
  readonly ledger: Ledger;
  readonly refused: RefusedTexts;
  readonly onFile: ((path: string) => string | undefined | Promise<string | undefined>) | undefined;
}

/**
 * Returns the model's version of the overview, with what others changed since the model saw it. Undefined without a
 * write, and where the tree has its text already.
 */
export async function ownWrite(
  engine: Engine,
  { messages, overview: current, ledger, refused, onFile }: OwnWriteFacts,
): Promise<OwnWrite | undefined> {
  const isGrown = goesOn(ledger, messages);
  const last = overviewCalls(messages, isGrown ? ledger.count : 0).at(-1);
  // A note is in the tree already, and the app has no file of it.
  if (!last || last.tool === NOTE) return undefined;
  const written = last.content ?? (await onFile?.(OVERVIEW));
  if (typeof written !== 'string') return undefined;
  const text = storable(written);
  const free = freeText(text).trim();
  if (free === freeText(current.text).trim() || refused.byTree.has(free)) return undefined;
  // In a list that goes on, the model wrote it again after it was told why.
  if (!isGrown && refused.before.has(free)) return undefined;
  // The tree has taken this text before, so writing it again would overwrite later writes.
  const since = isGrown ? ledger.shown.revision : 0;
  const former = await engine.fileHistory(OVERVIEW);
  const isKnown = former.some((document) => document.revision > since && freeText(document.text).trim() === free);
  if (isKnown) return undefined;
  // An edited list holds a write of an earlier time, but its ledger tells what the model saw.
  const { revision } = ledger.shown;
  if (revision === 0 || revision >= current.revision) return { outcome: 'taken', text };
  const base = former.find((document) => document.revision === revision);
  const { mergedFile } = await basedWritePart();
  const both = base && mergedFile(OVERVIEW, base.text, current.text, text);
  if (both === undefined) return { outcome: 'refused', text };
  return { outcome: freeText(both).trim() === free ? 'taken' : 'merged', text: both };
}

/** Returns the overview as a plan sees it. */
export const overviewOf = ({ overview, step, salt }: ContextBasis): OverviewNow => ({
  text: overview?.text ?? '',
  revision: overview?.revision ?? 0,
  byModel: overview?.source === 'assistant',
  stepsSince: overview ? step - overview.step : 0,
  salt,
});
