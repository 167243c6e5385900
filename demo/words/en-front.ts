// English wording of the first screen and the three lanes.
import { simulate } from './en-simulate.ts';

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const front = {
  claim: 'It remembers what you tell it.',
  about:
    'A memory for LLM agents, in this browser: no model, no server, no account. Tell it something, then ask; it answers in your own words, with the date.',
  input: 'Tell it something, or ask it',
  send: 'Say it',
  log: 'What was said',
  try: 'For example',
  examples: ['My sister Ida lives in Bergen.', 'Where does Ida live?', 'Forget it.'] as readonly string[],
  drop: 'Add a chat or a file',
  kept: 'I will remember that.',
  quoted: (when: string) => `You told me on ${when}:`,
  quotedChat: (chat: string, when: string) => `In the conversation “${chat}”, on ${when}:`,
  listed: 'This is what I know:',
  near: 'I am not sure. This is the nearest that I know:',
  unknown: 'You have not told me anything about that.',
  hint: 'Tell me something to keep, as in “My sister Ida lives in Bergen.” Then ask me for it.',
  forgotten: (count: number, chat?: string): string => {
    if (count === 0) return 'I forgot nothing: I do not know what you mean. Name it, as in “forget about the cat”.';
    if (chat === undefined) return 'Forgotten for good. Nothing of it is left.';
    return `Forgotten for good: that message. The rest of “${chat}” stays.`;
  },
  tooShort: (text: string, chat: string, shortest: number) =>
    `“${text}” stays: it has fewer than ${shortest} letters, so other messages may hold it as well and would lose it. To erase it, forget all of “${chat}” under “Why does it know this?”.`,
  private: 'This is a private chat: I keep nothing of it, and I look nothing up.',
  reading: (file: string) => `Reading ${file} …`,
  imported: (file: string, conversations: number, read: number, kept: number) =>
    `${file}: ${plural(conversations, 'conversation')}, ${plural(read, 'message')} read, ${kept === read ? 'all' : kept.toLocaleString('en')} kept${kept === 0 ? ', as they were here already' : ''}.`,
  findable: (messages: number) => `${plural(messages, 'message')} can be found now.`,
  refused: (count: number) => `${plural(count, 'entry', 'entries')} left out: this page does not know what they are.`,
  welcome: (said: number, messages: number, chats: number) =>
    `Welcome back. I know ${[
      ...(said > 0 ? [`${plural(said, 'thing')} that you said`] : []),
      ...(chats > 0 ? [`${plural(messages, 'message')} from ${plural(chats, 'conversation')}`] : []),
    ].join(' and ')}. The latest:`,
  privateLabel: 'Private chat',
  why: 'Why does it know this?',
  whyEmpty: 'It knows nothing about you yet.',
  said: (when: string) => `you said it on ${when}`,
  chat: (messages: number, when: string) => `a conversation of ${plural(messages, 'message')}, begun on ${when}`,
  forget: 'Forget',
  forgetThis: (text: string) => `Forget: ${text}`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  picture: {
    label: (above: number, below: number, arcs: number) =>
      `${plural(above, 'line')} of this visit above the ground, ${plural(below, 'thing')} known below, ${plural(arcs, 'thing')} remembered`,
    above: 'this visit',
    below: 'out of sight, kept',
    arc: 'remembered',
    window: (tokens: string) => `what the model sees, of ${tokens} tokens`,
  },
  further: 'For developers',
  links: {
    week: 'A week of 118,000 tokens, with and without a memory',
    short: 'A short chat: do you need this?',
    simulate: 'Your own chat under four policies',
    inside: 'Inside: every prompt, message by message',
  },
};

const lanes = {
  week: 'Who still knows it on Sunday?',
  weekAbout: (window: string) =>
    `One conversation over seven days, with logs, tickets and specifications. A window of ${window} tokens. Eight facts of the first two days are needed on the last.`,
  short: 'Do you need a memory?',
  shortAbout: (window: string) => `Four turns of the same conversation, in a window of ${window} tokens.`,
  play: 'Play',
  pause: 'Pause',
  again: 'Once more',
  turn: (turn: number, turns: number) => `turn ${turn} of ${turns}`,
  names: {
    whole: 'Send everything',
    sliding: 'Send what fits',
    memory: 'With this memory',
  },
  tokens: 'tokens sent',
  cached: 'from the cache',
  price: 'price, in tokens',
  facts: 'facts known on Sunday',
  ofWhole: (share: string) => `${share} of sending everything`,
  fits: 'fits the window',
  full: (turn: number) => `no longer fits since turn ${turn}; a larger window would go on`,
  cut: (turns: number) => (turns === 1 ? 'turn 1 is cut off' : `turns 1–${turns} are cut off`),
  hidden: (messages: number) => `${plural(messages, 'message')} out of sight, findable`,
  priceHint: 'Prices in tokens of plain input: 0.1 from the cache, 1.25 new, 5 written. All tools and notes count.',
  asked: 'asked',
  right: 'right',
  wrong: 'wrong',
  notYet: (times: string, tokens: string) =>
    `You do not need this yet: all ${tokens} tokens fit the window, and the memory’s tools and guide make it cost ${times} × as much.`,
  need: (share: string, right: number, lost: number) =>
    `With the memory: ${right} of 8 facts at ${share} of the price of sending everything. Sending what fits lost ${lost}.`,
  picture: (turn: number) =>
    `The prompt at turn ${turn}: above the ground what the model sees, below what is out of sight`,
  saidAt: (turn: number) => `said in turn\u00a0${turn}`,
};

const noChat = {
  noMessages: (name: string) =>
    `${name} holds no messages that this page can read. Drop a ChatGPT or Claude export (the zip or conversations.json), messages as JSON or JSONL, a WhatsApp chat (.txt or zip), Markdown, PDF, or CSV with a column "text".`,
  noPdfText: (name: string) => `${name} has no text: its pages are pictures. Drop a PDF with text, or the text itself.`,
  damagedPdf: (name: string) =>
    `${name} could not be read: it is damaged or locked by a password. Save it without a password and try again.`,
  noPdfReader: (name: string) =>
    `${name} was not read: the code that reads PDF did not load. It is fetched with the first PDF; try again with a network.`,
};

export const frontEn = { front, lanes, simulate, noChat };

export type FrontWords = typeof frontEn;
