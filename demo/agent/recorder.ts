// Makes the record of each request: what of it is cached, new, put in or left out, and what it cost with and without the
// memory. Both are counted by the memory's own estimate, so that they compare.
import type { OverviewState, Prepared, WorkingMemory } from 'working-memory';
import type { ChatMessage, ToolDefinition } from '../brain/brain.ts';
import { chipsOf } from './chips.ts';
import { callsOf, messageText, spokenText } from './message-text.ts';
import { type Placed, placed } from './placing.ts';
import type { Block, RequestRecord, Sent, Totals } from './request-record.ts';

/** What formats put around a message, and around a call in it. */
const MESSAGE_TOKENS = 4;
const CALL_TOKENS = 6;

const NOTHING: Sent = { tokens: 0, cached: 0 };
export const NO_REQUESTS: Totals = { requests: 0, withMemory: NOTHING, withoutMemory: NOTHING };

export interface Recorded {
  readonly prepared: Prepared<ChatMessage>;
  /** What was handed to `prepare`. */
  readonly list: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly overview: OverviewState;
}

/** What a provider's cache holds of the request before. */
interface Former {
  readonly messages: readonly ChatMessage[];
  readonly texts: ReadonlyMap<string, string>;
  readonly withoutMemory: number;
}

const NO_FORMER: Former = { messages: [], texts: new Map(), withoutMemory: 0 };

export class Recorder {
  totals: Totals;
  readonly #memory: WorkingMemory;
  readonly #counts = new WeakMap<ChatMessage, number>();
  #former: Former = NO_FORMER;
  #number = 0;

  constructor(memory: WorkingMemory, totals: Totals = NO_REQUESTS) {
    this.#memory = memory;
    this.totals = totals;
  }

  /** Another model has computed nothing yet. */
  forgetCache(): void {
    this.#former = NO_FORMER;
  }

  async record({ prepared, list, tools, overview }: Recorded): Promise<RequestRecord> {
    const toolTokens = await this.#count(JSON.stringify(tools));
    const common = await this.#common(prepared.messages);
    const blocks = await this.#blocks(prepared, list, common.messages);
    const whole = toolTokens + (await this.#sum(list));
    const head = common.tokens === 0 ? 0 : toolTokens;
    const withMemory = { tokens: toolTokens + (await this.#sum(prepared.messages)), cached: head + common.tokens };
    const withoutMemory = { tokens: whole, cached: Math.min(whole, this.#former.withoutMemory) };
    const { epoch, epochReason, prefixChanged, meta, reminder, compaction, repeated } = prepared;
    if (!repeated) this.totals = added(this.totals, withMemory, withoutMemory);
    this.#former = {
      messages: prepared.messages,
      texts: new Map(blocks.filter(({ state }) => state !== 'hidden').map(({ key, text }) => [key, text])),
      withoutMemory: whole,
    };
    return {
      number: ++this.#number,
      turn: list.filter(({ role }) => role === 'user').length,
      blocks,
      epoch,
      ...(epochReason && { epochReason }),
      prefixChanged,
      meter: meta,
      ...(reminder && { reminder }),
      overview,
      roundsSinceUpdate: overview.stepsSince,
      ...(compaction && { compaction }),
      isRepeated: repeated,
      sent: { withMemory, withoutMemory },
      totals: this.totals,
    };
  }

  async #blocks(prepared: Prepared<ChatMessage>, list: readonly ChatMessage[], common: number): Promise<Block[]> {
    const names = toolNames(list);
    const sent: Block[] = [];
    for (const [place, one] of placed(list, prepared).entries()) {
      sent.push(await this.#sentBlock(one, place < common, prepared, names));
    }
    const hidden: Block[] = [];
    for (const [index, message] of list.entries()) {
      const folds = prepared.hidden.filter(({ from, to }) => from <= index && index < to);
      if (folds.length === 0) continue;
      const path = folds
        .map((fold) => fold.path)
        .filter((one) => one !== undefined)
        .at(-1);
      hidden.push({
        ...this.#described(message, names),
        key: `message-${index}`,
        kind: 'message',
        state: 'hidden',
        isCached: false,
        tokens: await this.#tokens(message),
        index,
        chips: [],
        ...(path !== undefined && { path }),
        isStub: false,
      });
    }
    return merged(sent, hidden);
  }

  async #sentBlock(
    { kind, message, index, ride }: Placed,
    isCached: boolean,
    { stubs }: Prepared<ChatMessage>,
    names: ReadonlyMap<string, string>,
  ): Promise<Block> {
    const key = kind === 'overview' || kind === 'system' ? kind : `${kind}-${index}`;
    const described = this.#described(message, names);
    const stub = kind === 'message' ? stubs.find((one) => one.index === index) : undefined;
    const own = kind === 'ride' ? '' : described.text.slice(0, ride === undefined ? undefined : -ride.length - 2);
    const former = this.#former.texts.get(key);
    const isInjected = kind === 'overview' || kind === 'ride';
    return {
      ...described,
      key,
      kind,
      state: isInjected ? 'injected' : isCached ? 'cached' : 'new',
      isCached,
      own,
      tokens: await this.#tokens(message),
      ...(index !== undefined && { index }),
      chips: ride === undefined ? [] : chipsOf(ride, !isCached && !former?.includes(ride)),
      ...(stub?.path !== undefined && { path: stub.path }),
      isStub: stub !== undefined,
      ...(former !== undefined && { former }),
    };
  }

  #described(message: ChatMessage, names: ReadonlyMap<string, string>): Pick<Block, 'role' | 'text' | 'own' | 'tools'> {
    const text = messageText(message);
    const answered = message.role === 'tool' ? [names.get(message.tool_call_id) ?? ''] : [];
    return {
      role: message.role,
      text,
      own: text,
      tools: [...callsOf(message).map((call) => call.function.name), ...answered],
    };
  }

  /** The longest common beginning with the request before: whole messages, and tokens with the one they part in. */
  async #common(messages: readonly ChatMessage[]): Promise<{ readonly messages: number; readonly tokens: number }> {
    const former = this.#former.messages;
    let tokens = 0;
    for (const [place, message] of messages.entries()) {
      const before = former[place];
      if (!before) return { messages: place, tokens };
      if (JSON.stringify(before) !== JSON.stringify(message)) {
        return { messages: place, tokens: tokens + (await this.#commonPart(before, message)) };
      }
      tokens += await this.#tokens(message);
    }
    return { messages: messages.length, tokens };
  }

  async #commonPart(before: ChatMessage, message: ChatMessage): Promise<number> {
    const [old, fresh] = [messageText(before), messageText(message)];
    if (before.role !== message.role) return 0;
    let same = 0;
    while (same < old.length && old[same] === fresh[same]) same++;
    return same === 0 ? 0 : this.#count(fresh.slice(0, same));
  }

  async #sum(messages: readonly ChatMessage[]): Promise<number> {
    let tokens = 0;
    for (const message of messages) tokens += await this.#tokens(message);
    return tokens;
  }

  async #tokens(message: ChatMessage): Promise<number> {
    const known = this.#counts.get(message);
    if (known !== undefined) return known;
    const calls = callsOf(message);
    let tokens = MESSAGE_TOKENS + CALL_TOKENS * calls.length + (await this.#count(spokenText(message)));
    for (const { function: called } of calls) {
      tokens += (await this.#count(called.name)) + (await this.#count(called.arguments));
    }
    this.#counts.set(message, tokens);
    return tokens;
  }

  async #count(text: string): Promise<number> {
    return text === '' ? 0 : (await this.#memory.context.measure(text)).tokens;
  }
}

/** Which tool a result is of. */
const toolNames = (list: readonly ChatMessage[]): ReadonlyMap<string, string> =>
  new Map(list.flatMap((message) => callsOf(message).map(({ id, function: { name } }) => [id, name] as const)));

/** Hidden ones where they would stand: before the first message that comes after them in the app's list. */
function merged(sent: readonly Block[], hidden: readonly Block[]): Block[] {
  let from = 0;
  const blocks = sent.flatMap((block) => {
    const { kind, index } = block;
    const to =
      kind === 'message' && index !== undefined ? hidden.filter((one) => (one.index ?? 0) < index).length : from;
    const before = hidden.slice(from, to);
    from = Math.max(from, to);
    return [...before, block];
  });
  return [...blocks, ...hidden.slice(from)];
}

const added = ({ requests, ...totals }: Totals, withMemory: Sent, withoutMemory: Sent): Totals => ({
  requests: requests + 1,
  withMemory: sum(totals.withMemory, withMemory),
  withoutMemory: sum(totals.withoutMemory, withoutMemory),
});

const sum = (one: Sent, other: Sent): Sent => ({
  tokens: one.tokens + other.tokens,
  cached: one.cached + other.cached,
});
