// The overview as the model wrote it with a tool of the app's own.
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { OverviewNow } from '../../context/planning-context.ts';
import type { Engine } from '../../boundary/engine.ts';
import type { SeenMessage } from '../../context/view/history.ts';
import { goesOn, type Ledger } from '../../context/view/ledger.ts';
import { NOTE, overviewCalls } from '../../context/view/overview-writes.ts';
import { freeText } from '../../tree/overview/system-blocks.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { storable } from './read-messages.ts';

export interface OwnWriteFacts {
  readonly messages: readonly SeenMessage[];
  /** The overview in the tree. */
  readonly current: string;
  readonly ledger: Ledger;
  /** Free texts that `files.write` refused: a call with one of them was not a write. */
  readonly refused: ReadonlySet<string>;
  readonly onFile: ((path: string) => string | undefined | Promise<string | undefined>) | undefined;
}

/** Undefined where the tree has that text already. */
export async function ownWrite(
  engine: Engine,
  { messages, current, ledger, refused, onFile }: OwnWriteFacts,
): Promise<string | undefined> {
  const isGrown = goesOn(ledger, messages);
  const last = overviewCalls(messages, isGrown ? ledger.count : 0).at(-1);
  // A note is in the tree already, and the app has no file of it.
  if (!last || last.tool === NOTE) return undefined;
  const written = last.content ?? (await onFile?.(OVERVIEW));
  if (typeof written !== 'string') return undefined;
  const text = storable(written);
  const free = freeText(text).trim();
  if (free === freeText(current).trim() || refused.has(free)) return undefined;
  // The tree has taken this text before, so writing it again would overwrite whoever wrote since.
  const since = isGrown ? ledger.shown.revision : 0;
  const former = await engine.fileHistory(OVERVIEW);
  const isKnown = former.some((document) => document.revision > since && freeText(document.text).trim() === free);
  return isKnown ? undefined : text;
}

/** The overview as a plan sees it. */
export const overviewOf = ({ overview, step }: ContextBasis): OverviewNow => ({
  text: overview?.text ?? '',
  revision: overview?.revision ?? 0,
  byModel: overview?.source === 'assistant',
  stepsSince: overview ? step - overview.step : 0,
});
