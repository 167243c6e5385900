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
import type { ContextHost } from './context-host.ts';
import { basedWritePart } from '../notes/part.ts';
import { storable } from './reading/read-messages.ts';

export class OwnWrites {
  /** Free texts that `files.write` refused: a call with one of them was not a write. */
  readonly #byTree = new Set<string>();
  /** Free texts of calls that a request reported as not taken. */
  readonly #reported = new Set<string>();
  readonly #onFile: ContextHost['onFile'];

  constructor({ onFile }: ContextHost) {
    this.#onFile = onFile;
  }

  /** Records that the tree refused this text of the overview; ignores other files. */
  refused(path: string, text: string): void {
    if (path === OVERVIEW) this.#byTree.add(ownText(text));
  }

  /** Records what a request told the model about its write. */
  told(write: OwnWrite | undefined): void {
    if (write?.outcome === 'refused') this.#reported.add(ownText(write.text));
  }

  /**
   * Returns the model's version of the overview, with what others changed since the model saw it. Undefined without a
   * write, and where the tree has its text already.
   * @param current overview in the tree
   */
  async in(
    messages: readonly SeenMessage[],
    ledger: Ledger,
    current: OverviewNow,
    engine: Engine,
  ): Promise<OwnWrite | undefined> {
    const isGrown = goesOn(ledger, messages);
    const last = overviewCalls(messages, isGrown ? ledger.count : 0).at(-1);
    // A note is in the tree already, and the app has no file of it.
    if (!last || last.tool === NOTE) return undefined;
    const written = last.content ?? (await this.#onFile?.(OVERVIEW));
    if (typeof written !== 'string') return undefined;
    const text = storable(written);
    const own = ownText(text);
    if (own === ownText(current.text) || this.#byTree.has(own)) return undefined;
    // In a list that goes on, the model wrote it again after it was told why.
    if (!isGrown && this.#reported.has(own)) return undefined;
    // The tree has taken this text before, so writing it again would overwrite later writes.
    const since = isGrown ? ledger.shown.revision : 0;
    const former = await engine.fileHistory(OVERVIEW);
    if (former.some((document) => document.revision > since && ownText(document.text) === own)) return undefined;
    // An edited list holds a write of an earlier time, but its ledger tells what the model saw.
    const { revision } = ledger.shown;
    if (revision === 0 || revision >= current.revision) return { outcome: 'taken', text };
    const base = former.find((document) => document.revision === revision);
    const { mergedFile } = await basedWritePart();
    const both = base && mergedFile(OVERVIEW, base.text, current.text, text);
    if (both === undefined) return { outcome: 'refused', text };
    return { outcome: ownText(both) === own ? 'taken' : 'merged', text: both };
  }
}

/** Returns the text without the system's blocks, for comparison. */
const ownText = (text: string): string => freeText(text).trim();

/** Returns the overview as a plan sees it. */
export const overviewOf = ({ overview, step, salt }: ContextBasis): OverviewNow => ({
  text: overview?.text ?? '',
  revision: overview?.revision ?? 0,
  byModel: overview?.source === 'assistant',
  stepsSince: overview ? step - overview.step : 0,
  salt,
});
