// Checks every prepared request of a run and the effects of preparing it; reports violations.
import { sized } from '../../../src/context/media/sized.ts';
import { chargeOf } from '../../../src/context/media/charge.ts';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { Range } from '../../../src/context/compaction/compaction.ts';
import type { ContextMeta } from '../../../src/context/reminder/meter.ts';
import type { Prepared } from '../../../src/context/plan/prepared.ts';
import type { Message } from '../../../src/tree/transcript/transcript.ts';
import { type AgentApp, listOf, outsideOf } from './agent-app.ts';
import { brokenPairs } from './tool-pairs.ts';

/** A sentence. */
type Complaint = string;

const OPENING = /^.*overview\.md is .*\n\n<working_memory nonce="[0-9a-z]+">/m;
const NOTICE = /^Messages? \d.* of this conversation .* not shown/m;
const { count } = tokenScan() as { count(text: string): number };

export class RequestWatch {
  /** Whether no earlier message has been changed in this run. */
  isPristine = true;
  /** Whether the app has reported a provider's count. */
  isObserved = false;
  readonly #app: AgentApp;
  #former: { readonly json: readonly string[]; readonly epoch: number } | undefined;
  #transcript: readonly string[] = [];

  constructor(app: AgentApp) {
    this.#app = app;
  }

  /** Prepares the app's list twice and checks the results. */
  async request(): Promise<{ readonly prepared: Prepared<object>; readonly complaints: Complaint[] }> {
    const { format, memory } = this.#app;
    const list = listOf(this.#app);
    const ask = (): Promise<Prepared<object>> => memory.context.prepare(format.lens, list, outsideOf(this.#app));
    const prepared = await ask();
    const complaints = [
      ...brokenPairs(format.name, prepared.messages),
      ...this.#placement(prepared),
      ...this.#prefix(prepared),
      ...this.#partition(prepared, list),
      ...this.#meter(prepared, list),
      ...(await this.#written(list)),
    ];
    let commits = 0;
    const stop = memory.subscribe(() => void commits++);
    const again = await ask();
    stop();
    if (!again.repeated || again.prefixChanged) complaints.push('the second time it is another request');
    if (commits > 0) complaints.push('preparing twice wrote something');
    const json = jsonOf(prepared.messages);
    if (firstDifference(json, jsonOf(again.messages)) >= 0) complaints.push('preparing twice gave other messages');
    this.#former = { json, epoch: prepared.epoch };
    return { prepared, complaints };
  }

  /** Checks that the transcript is unchanged after a refusal. */
  async unchanged(): Promise<Complaint[]> {
    const { length } = this.#transcript;
    const now = await this.#app.memory.transcript.count();
    return now === length ? [] : [`the transcript has ${now} messages instead of ${length}`];
  }

  /**
   * The pinned overview follows the system prompt, or is part of it; without one, only the last message is a
   * breakpoint.
   */
  #placement({ messages, cacheBreakpoints }: Prepared<object>): Complaint[] {
    const { lens } = this.#app.format;
    const complaints: Complaint[] = [];
    const head = messages.findIndex((message) => lens.role(message) !== 'system');
    const place = lens.pin === 'system' ? head - 1 : head;
    const text = messages[place] === undefined ? '' : lens.text(messages[place]);
    // A notice behind the app's own words is a note, unless the overview shares a message with the system prompt.
    const isNotice = lens.pin === 'system' ? NOTICE.test(text) : text.search(NOTICE) === 0;
    const isPinned = OPENING.test(text) || isNotice;
    const last = messages.length - 1;
    if (JSON.stringify(cacheBreakpoints) !== JSON.stringify(isPinned && place < last ? [place, last] : [last]))
      complaints.push(`breakpoints at ${cacheBreakpoints.join(', ')}`);
    return complaints;
  }

  /** Within an epoch, a request extends the previous one byte for byte. */
  #prefix({ messages, epoch, prefixChanged, epochReason, firstChange, hidden }: Prepared<object>): Complaint[] {
    const complaints: Complaint[] = [];
    const { json = [], epoch: former = 0 } = this.#former ?? {};
    const change = firstDifference(json, jsonOf(messages));
    if (epoch === former && change >= 0) complaints.push(`message ${change} changed within epoch ${epoch}`);
    if (epoch < former) complaints.push(`epoch ${epoch} comes after ${former}`);
    if (epoch > former !== (epochReason !== undefined)) complaints.push(`epoch ${epoch} has the reason ${epochReason}`);
    if (prefixChanged !== (former > 0 && epoch > former)) complaints.push(`prefixChanged is ${prefixChanged}`);
    // An undo restores what was sent; the fallback may make the same of it again, also from a list that was edited only
    // where it is hidden.
    const isHiddenAgain = epochReason === 'session-started' && hidden.some(({ why }) => why === 'fallback-compaction');
    const isBack = epochReason === 'compaction-undone' || epochReason === 'fallback-compaction' || isHiddenAgain;
    // Some formats keep the system prompt outside of the messages.
    if (prefixChanged && change < 0 && !isBack && epochReason !== 'system-changed')
      complaints.push('no prefix changed');
    if (firstChange && firstChange.message !== change)
      complaints.push(`message ${firstChange.message} is said to change first; it is ${change}`);
    return complaints;
  }

  #partition({ kept, hidden, repairs }: Prepared<object>, list: readonly object[]): Complaint[] {
    const { lens } = this.#app.format;
    const [shown, folded] = [marks(kept, list.length), marks(hidden, list.length)];
    const complaints = list.flatMap((message, index): Complaint[] => {
      const isShown = folded[index] === 0 || lens.role(message) === 'system';
      if (isShown === (shown[index] === 1)) return [];
      return [`message ${index} is ${isShown ? 'neither kept nor hidden' : 'kept and hidden'}`];
    });
    if (shown.at(-1) !== 1) complaints.push('the newest message is hidden');
    // A stopped call gets an answer; otherwise these apps send only sound lists.
    if (repairs.some(({ what }) => what !== 'unanswered-call')) complaints.push('a sound list was repaired');
    if (hidden.some(({ why }) => why === 'unsound')) complaints.push('a stopped step is hidden');
    return complaints;
  }

  #meter({ messages, meta, kept }: Prepared<object>, list: readonly object[]): Complaint[] {
    const { lens } = this.#app.format;
    const { tokensUsed, tokensMax, ratio, fill, pressure, actionHint, messagesInHistory } = meta;
    const complaints: Complaint[] = [];
    if (pressure !== pressureOf(fill)) complaints.push(`${fill} is called ${pressure}`);
    if (fill > ratio && ratio < 1) complaints.push(`${ratio} of the window is said to be ${fill} of a part of it`);
    if (ratio !== tokensUsed / tokensMax) complaints.push(`${tokensUsed} of ${tokensMax} is said to be ${ratio}`);
    if (actionHint !== (pressure === 'normal' ? 'normal' : `${pressure}_compression`))
      complaints.push(`the hint for ${pressure} is ${actionHint}`);
    const head = list.findIndex((message) => lens.role(message) !== 'system');
    const inHistory = kept.reduce((sum, { from, to }) => sum + to - from, -head);
    if (messagesInHistory !== inHistory) complaints.push(`${messagesInHistory} messages are counted of ${inHistory}`);
    return this.isObserved ? complaints : [...complaints, ...this.#estimate(messages, tokensUsed, list)];
  }

  /** Recounts the request. The meter does not count its own text; reasoning that is not sent still counts. */
  #estimate(messages: readonly object[], tokensUsed: number, list: readonly object[]): Complaint[] {
    const { lens } = this.#app.format;
    const tokensOf = (message: object): number => {
      const calls = lens.calls(message);
      const opened = calls.flatMap(({ name, arguments: json }) => [name, json]);
      const texts = [lens.text(message), ...opened, ...lens.results(message).map(({ text }) => text)];
      const media = lens.media?.(message) ?? [];
      const charged = media.reduce((sum, medium) => sum + chargeOf(sized(medium), lens.provider), 0);
      return texts.reduce((sum, text) => sum + count(text), 4 + 6 * calls.length + charged);
    };
    const reasoning = list.reduce((sum: number, message) => {
      const bare = lens.withoutReasoning ? lens.withoutReasoning(message) : message;
      return bare === message ? sum : sum + tokensOf(message) - (bare ? tokensOf(bare) : 0);
    }, 0);
    const outside = count(String(outsideOf(this.#app).system ?? ''));
    const whole = messages.reduce((sum, message) => sum + tokensOf(message), outside);
    const slack = 0.02 * whole + 6 * messages.length;
    const [least, most] = [whole - tokensOf(messages.at(-1) as object) - slack, whole + reasoning + slack];
    return tokensUsed < least || tokensUsed > most ? [`${tokensUsed} tokens are counted of ${whole}`] : [];
  }

  /** The transcript contains the whole list in order, and everything that it contained before. */
  async #written(list: readonly object[]): Promise<Complaint[]> {
    const { lens } = this.#app.format;
    const transcript = (await this.#app.memory.transcript.read({ limit: 10_000 })).map(said);
    const complaints: Complaint[] = [];
    if (firstDifference(this.#transcript, transcript) >= 0) complaints.push('the transcript changed');
    const wanted = list.map((message) => {
      const [text, calls, results] = [lens.text(message), lens.calls(message), lens.results(message)];
      return said({ role: lens.role(message) ?? 'user', text: text.toWellFormed(), calls, results });
    });
    if (this.isPristine && JSON.stringify(transcript) !== JSON.stringify(wanted))
      complaints.push('the transcript is not the list');
    // A changed system prompt is not a message of the conversation.
    const head = list.findIndex((message) => lens.role(message) !== 'system');
    let from = 0;
    for (const words of wanted.slice(head)) {
      from = transcript.indexOf(words, from) + 1;
      if (from === 0) return [...complaints, 'a message is not in the transcript, or not in its place'];
    }
    this.#transcript = transcript;
    return complaints;
  }
}

const jsonOf = (messages: readonly object[]): string[] => messages.map((message) => JSON.stringify(message));

/** Returns the index of the first text that differs in the second list; -1 where the second list extends the first. */
const firstDifference = (before: readonly string[], after: readonly string[]): number =>
  before.findIndex((text, index) => text !== after[index]);

const said = ({ role, text, calls = [], results = [] }: Pick<Message, 'role' | 'text' | 'calls' | 'results'>): string =>
  JSON.stringify([role, text, calls, results]);

function marks(ranges: readonly Range[], length: number): Uint8Array {
  const found = new Uint8Array(length);
  for (const { from, to } of ranges) found.fill(1, from, to);
  return found;
}

function pressureOf(fill: number): ContextMeta['pressure'] {
  const percent = fill * 100;
  if (percent < 20) return 'normal';
  if (percent < 40) return 'light';
  if (percent < 60) return 'medium';
  return percent < 75 ? 'heavy' : 'emergency';
}
