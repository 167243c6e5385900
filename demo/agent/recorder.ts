// Records each request: its cached, new, injected and hidden blocks, and its tokens with and without the memory.
import type { OverviewState, Prepared, WorkingMemory } from 'working-memory';
import type { ChatMessage, ToolDefinition } from '../brain/brain.ts';
import { chipsOf } from './chips.ts';
import { callsOf, messageText } from './message-text.ts';
import { type Placed, placed } from './placing.ts';
import { ProviderCache } from './provider-cache.ts';
import { type Block, NO_REQUESTS, NOTHING, type RequestRecord, type Sent, type Totals } from './request-record.ts';
import { TokenCounter } from './token-counter.ts';
import { type AppWithoutMemory, WithoutMemory } from './without-memory.ts';

export interface Recorded {
  readonly prepared: Prepared<ChatMessage>;
  /** List that was passed to `prepare`. */
  readonly list: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly overview: OverviewState;
}

export class Recorder {
  totals: Totals;
  readonly #counter: TokenCounter;
  readonly #cache: ProviderCache;
  readonly #withoutMemory: WithoutMemory;
  /** Texts of the previous request's blocks, by key. */
  #formerTexts: ReadonlyMap<string, string> = new Map();
  #number = 0;

  constructor(memory: WorkingMemory, app: AppWithoutMemory, totals: Totals = NO_REQUESTS) {
    this.#counter = new TokenCounter(memory);
    this.#cache = new ProviderCache(this.#counter);
    this.#withoutMemory = new WithoutMemory(app, this.#counter);
    this.totals = totals;
  }

  /** Clears the cache for another model, which has computed nothing yet. */
  forgetCache(): void {
    this.#cache.forget();
    this.#withoutMemory.forgetCache();
    this.#formerTexts = new Map();
  }

  async record({ prepared, list, tools, overview }: Recorded): Promise<RequestRecord> {
    const { epoch, epochReason, prefixChanged, meta, reminder, compaction, repeated } = prepared;
    const toolTokens = await this.#counter.text(JSON.stringify(tools));
    const common = await this.#cache.replace(prepared.messages, toolTokens);
    const blocks = await this.#blocks(prepared, list, common.messages);
    const withMemory = {
      tokens: toolTokens + (await this.#counter.messages(prepared.messages)),
      cached: common.tokens,
    };
    const withoutMemory = await this.#withoutMemory.request(list, meta.tokensMax);
    if (!repeated) this.totals = added(this.totals, withMemory, withoutMemory);
    this.#formerTexts = new Map(blocks.filter(({ state }) => state !== 'hidden').map(({ key, text }) => [key, text]));
    return {
      number: ++this.#number,
      turn: list.filter(({ role }) => role === 'user').length,
      blocks,
      epoch,
      ...(epochReason && { epochReason }),
      prefixChanged,
      meter: meta,
      toolTokens,
      ...(reminder && { reminder }),
      overview,
      roundsSinceUpdate: overview.stepsSince,
      ...(compaction && { compaction }),
      isRepeated: repeated,
      sent: { withMemory, ...(withoutMemory && { withoutMemory }) },
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
        tokens: await this.#counter.message(message),
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
    const former = this.#formerTexts.get(key);
    const isInjected = kind === 'overview' || kind === 'ride';
    return {
      ...described,
      key,
      kind,
      state: isInjected ? 'injected' : isCached ? 'cached' : 'new',
      isCached,
      own,
      tokens: await this.#counter.message(message),
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
}

/** Returns the names of the called tools by the call's id. */
const toolNames = (list: readonly ChatMessage[]): ReadonlyMap<string, string> =>
  new Map(list.flatMap((message) => callsOf(message).map(({ id, function: { name } }) => [id, name] as const)));

/** Puts each hidden block before the first sent message that follows it in the app's list. */
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

const added = ({ requests, ...totals }: Totals, withMemory: Sent, withoutMemory: Sent = NOTHING): Totals => ({
  requests: requests + 1,
  withMemory: sum(totals.withMemory, withMemory),
  withoutMemory: sum(totals.withoutMemory, withoutMemory),
});

const sum = (one: Sent, other: Sent): Sent => ({
  tokens: one.tokens + other.tokens,
  cached: one.cached + other.cached,
});
