// English wording of the simulator.
const plural = (count: number, one: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;

export const simulate = {
  heading: 'Would your chat need a memory?',
  about:
    'Drop a chat with a model: a ChatGPT or Claude export, messages as JSON or JSONL, Markdown or CSV. It is told again under four policies, in this tab: nothing leaves it and nothing is kept.',
  drop: 'Choose a chat',
  week: 'Try it with the example week',
  chat: 'Conversation',
  messages: (count: number) => plural(count, 'message'),
  window: 'Window',
  tokens: (tokens: string) => `${tokens} tokens`,
  priceOf: 'A million tokens of input',
  dollars: (dollars: string) => `$${dollars}`,
  progress: (done: number, all?: number) =>
    all === undefined ? 'Reading …' : `Request ${done.toLocaleString('en')} of ${all.toLocaleString('en')} …`,
  noAnswers: 'Nobody answers in this chat, so there is no request to compare. Drop one between a person and a model.',
  notNeeded: (tokens: string, times: string) =>
    `You do not need this: the whole chat has ${tokens} tokens and fits the window. With a memory, notes not counted, it would cost ${times} × as much.`,
  needed: (tokens: string, cut: number, summarized: number, kept: number, share: string) =>
    `The chat grows to ${tokens} tokens and outgrows the window. A sliding window loses ${plural(cut, 'detail')} that later answers need, a summary ${summarized === 0 ? 'none' : `up to ${summarized.toLocaleString('en')}`}, this memory ${kept === 0 ? 'none' : kept.toLocaleString('en')}; notes not counted, it costs ${share} of sending everything.`,
  names: {
    whole: 'Send everything',
    sliding: 'Sliding window',
    summary: 'Summary',
    memory: 'This memory, no notes',
  },
  price: 'price',
  peak: 'largest request',
  over: 'requests over the window',
  lost: 'details lost',
  atMost: (count: number) => `up to ${count.toLocaleString('en')}`,
  method:
    'Prices: 0.1 of plain input from the cache, 1.25 new, 5 written; the app’s own tools do not count. Three quarters of the window full, a model writes a summary of all but the newest quarter, and that request is paid too; what the summary keeps is not known. No model takes part: the memory folds by itself and has no notes. A detail is a number, a name or an address; it counts as found when recall by the words of the question brings up its message.',
  facts: 'Details that an answer needed',
  saidAndNeeded: (said: number, needed: number) => `said in message ${said}, needed in message ${needed}`,
  fates: { shown: 'in the prompt', found: 'found', summarized: 'if the summary has it', lost: 'lost' },
  nothingLost: (needs: number) =>
    needs === 0
      ? 'No answer needed a number, a name or an address from an earlier turn.'
      : `No policy lost one of the ${plural(needs, 'detail')} that answers needed from earlier turns.`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  options: 'The options, to copy',
};
