// A model's summary in place of older messages, by the rule of the replay in docs/replay.md; tokens are counted like in
// the other lanes.
import type { ChatMessage } from '../../brain/brain.ts';
import { summaries } from '../../../replay/peers/summary.ts';
import type { TokenCounter } from '../token-counter.ts';

/** Request outside of the conversation: the messages read for a summary, and the tokens written. */
export interface Aside {
  readonly messages: readonly ChatMessage[];
  readonly output: number;
}

export interface Summarized {
  readonly messages: readonly ChatMessage[];
  readonly aside?: Aside;
}

/** Returns a function that takes the growing list, request by request. @param window size in tokens */
export async function summarizing(
  counter: TokenCounter,
  window: number,
): Promise<(list: readonly ChatMessage[]) => Promise<Summarized>> {
  const rule = summaries.find(({ name }) => name === 'summary');
  if (!rule) throw new Error('The replay has no summary.');
  const run = { id: 'transcript', native: true, messages: [] };
  const replay = await rule.open(run, window, (message) => counter.counted(message as ChatMessage));
  return async (list) => {
    await counter.messages(list);
    const view = await replay.request(list);
    if ('refused' in view) throw new Error(view.refused);
    const { messages, summary } = view;
    return {
      messages: messages as readonly ChatMessage[],
      ...(summary && { aside: { messages: summary.messages as readonly ChatMessage[], output: summary.output } }),
    };
  };
}
