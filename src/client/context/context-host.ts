// Dependencies of the context client: settings, ports of the app, and parts shared with the rest of the memory. Types
// only.
import type { RecallResult } from '../../api/recall.ts';
import type { Settings } from '../../options/options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { TokenCounter } from '../../ports/tokenizer.ts';
import type { SummarizeText } from './compaction-client.ts';

/** Ports that an app may provide. */
export interface ContextPorts {
  /**
   * The app's own model, for the summary of a compaction on request; without it the summary is an extract.
   * @example
   * const memory = await openWorkingMemory({
   *   session: 'chat-42',
   *   summarize: (text, { maxTokens, signal }) => ask(`Sum up in ${maxTokens} tokens:\n${text}`, signal),
   * });
   */
  readonly summarize?: SummarizeText | undefined;
  /**
   * Returns a file after the model edited a part of it with a tool of the app's own, whose call does not hold all of
   * it.
   * @example const memory = await openWorkingMemory({ session: 'chat-42', onFile: (path) => readText(path) });
   */
  readonly onFile?: ((path: string) => string | undefined | Promise<string | undefined>) | undefined;
}

export interface ContextHost extends ContextPorts {
  readonly settings: Settings;
  readonly tokenizer?: TokenCounter | undefined;
  readonly ids?: Ids | undefined;
  /** Salt of the session, as it was opened. */
  readonly salt?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Texts that `guide` returned. */
  readonly guides?: ReadonlySet<string>;
  /** Results of searches since the latest request; the client takes them out. */
  readonly searches?: RecallResult[];
  /** Lets other work of the thread run between two slices. */
  readonly between?: (() => Promise<void>) | undefined;
}
