// The context engine on the app's side: reads the list through its lens, plans with the pure rules, commits the plan, and
// plans again when another owner was faster. Loaded on first use.
import { randomIds } from '../../ports/system.ts';
import { defaultTokenScan } from '../../ports/token-scan.ts';
import type { CallOptions } from '../../api/call-options.ts';
import type { GuideOptions, PrepareOptions, TextSize } from '../../api/context.ts';
import { readHistory } from '../../context/view/history.ts';
import { observed, type Reading } from '../../context/reminder/calibration.ts';
import { goesOn, type Ledger, type LedgerState, readLedger } from '../../context/view/ledger.ts';
import type { Lens } from '../../context/view/lens.ts';
import { givenTools } from '../../context/reminder/given-tools.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import { NOTE, overviewCalls } from '../../context/view/overview-writes.ts';
import { planRequest } from '../../context/plan/plan-request.ts';
import type { Prepared } from '../../context/plan/prepared.ts';
import type { PlanningContext, OverviewNow } from '../../context/planning-context.ts';
import type { RequestInput, RequestPlan } from '../../context/plan/request.ts';
import { NO_MESSAGES, textHash } from '../../context/list/rolling-hash.ts';
import { largestResult } from '../../context/plan/large-results.ts';
import { overviewBudget } from '../../context/view/pinned-overview.ts';
import { contextWording } from '../../context/words/languages.ts';
import type { ContextBasis, Engine } from '../../boundary/engine.ts';
import type { Settings } from '../../options.ts';
import { checkedIds, type Ids } from '../../ports/ids.ts';
import { checkedTokenizer, type TokenCounter } from '../../ports/tokenizer.ts';
import { firstChange, preparedList } from './prepared-list.ts';
import { CountedTexts, readMessages, storable } from './read-messages.ts';
import { freeText } from '../../tree/overview/system-blocks.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { attempts, commit } from './commit.ts';
import { CompactionClient, type Latest, type SummarizeText } from './compaction-client.ts';
import { Conversation } from './conversation.ts';
import { guideOf } from './guide.ts';
import { invalid } from './refusals.ts';

/** What an app may provide. */
export interface ContextPorts {
  /** The app's own model, for summaries; without it they are extracts. */
  readonly summarize?: SummarizeText | undefined;
  /** Returns a file after the model edited a part of it with a tool of the app's own. */
  readonly onFile?: ((path: string) => string | undefined | Promise<string | undefined>) | undefined;
}

export interface ContextHost extends ContextPorts {
  readonly settings: Settings;
  readonly tokenizer?: TokenCounter | undefined;
  readonly ids?: Ids | undefined;
}

export class ContextClient {
  readonly compact: CompactionClient;
  readonly conversation: Conversation;
  readonly #host: ContextHost;
  readonly #ids: Ids;
  readonly #texts: CountedTexts;
  readonly #ownTexts: CountedTexts;
  readonly #planning: Omit<PlanningContext, 'softSteps'>;
  /** Overview texts that `files.write` refused. A call with one of them was not a write. */
  readonly #refused = new Set<string>();
  #latest: Latest | undefined;
  #sent: readonly unknown[] = [];
  #observed: Reading | undefined;

  constructor(host: ContextHost) {
    const { settings, tokenizer = defaultTokenScan(), ids = randomIds } = host;
    this.#host = host;
    this.#ids = checkedIds(ids);
    this.#texts = new CountedTexts(checkedTokenizer(tokenizer));
    this.#ownTexts = new CountedTexts(defaultTokenScan());
    // One counter for messages and for the engine's own texts, so that replacing a result by a stub saves what the result
    // cost. A plan cannot wait: with an asynchronous counter the built-in scan counts the engine's own texts.
    let isAsync = false;
    const count = (text: string): number => {
      const tokens = this.#texts.known(text) ?? (isAsync ? undefined : this.#texts.count(text));
      if (typeof tokens === 'number') return tokens;
      isAsync = true;
      tokens?.catch(() => undefined);
      return this.#ownTexts.count(text) as number;
    };
    const { context, files, locale } = settings;
    this.#planning = { settings: context, files, wording: contextWording(locale), count };
    this.conversation = new Conversation(settings.transcript.maxMessageLength);
    this.compact = new CompactionClient(this.#planning, host.summarize, () => this.#latest);
  }

  get meta(): ContextMeta | undefined {
    return this.#latest?.meta;
  }

  async measure(result: string): Promise<TextSize> {
    const maxTokens = largestResult(this.#window, this.#host.settings.context);
    return { tokens: await this.#texts.count(storable(result)), maxTokens };
  }

  async measureOverview(text: string): Promise<TextSize> {
    const { context } = this.#host.settings;
    const maxTokens = context.placement === 'literal' ? Infinity : overviewBudget(this.#window, context);
    return { tokens: await this.#texts.count(storable(text)), maxTokens };
  }

  /** Of the latest prepared request. */
  get #window(): number {
    return this.#latest?.window ?? this.#host.settings.context.window;
  }

  /** @throws invalid-option */
  guide(options?: GuideOptions): string {
    return guideOf(this.#host.settings, options);
  }

  /** @throws invalid-input */
  observe({ inputTokens }: { readonly inputTokens: number }): void {
    if (!Number.isFinite(inputTokens) || inputTokens <= 0) {
      throw invalid('inputTokens', 'a number of tokens above 0', String(inputTokens));
    }
    if (this.#latest) this.#observed = { estimated: this.#latest.estimated, actual: inputTokens };
  }

  /** Records a text that the tree refused. */
  refused(path: string, text: string): void {
    if (path === OVERVIEW) this.#refused.add(freeText(text).trim());
  }

  async prepare<Format, Message extends Format>(
    engine: Engine,
    format: Lens<Format>,
    messages: readonly Message[],
    options: PrepareOptions & CallOptions = {},
  ): Promise<Prepared<Message>> {
    // What a lens writes is of its format; that it is of the app's own type is what the app says with its list.
    const lens = format as Lens<Message>;
    const { named, ...acting } = givenTools(options.tools);
    const request = { ...this.#request(options), ...acting };
    const wording = contextWording(this.#host.settings.locale, named);
    this.#texts.turn();
    this.#ownTexts.turn();
    const history = readHistory(await readMessages(lens, messages, this.#texts));
    const headWords = history.messages.slice(0, history.head).map(({ text }) => text);
    const outside = [options.system ?? '', options.tools === undefined ? '' : (JSON.stringify(options.tools) ?? '')];
    const head = {
      hash: textHash([...headWords, ...outside].join('\0')),
      tokens: outside.reduce((sum, text) => sum + this.#planning.count(text), 0),
    };
    const id = options.requestId ?? `${head.hash.slice(0, 8)}-${history.messages.at(-1)?.hash ?? NO_MESSAGES}`;
    const common = this.#commonWith(history.messages);

    return attempts(engine, async (basis, fallback) => {
      const before = readLedger(basis.rows);
      const overview = overviewOf(basis);
      const input: RequestInput = {
        state: this.#observedInto(before),
        history,
        common,
        head,
        overview,
        ownWrite: fallback.ownWrite
          ? await this.#ownWrite(engine, history.messages, overview.text, before.ledger)
          : undefined,
        request: { ...request, id },
        nonce: textHash(this.#ids()),
        now: basis.now,
        canArchive: fallback.archives,
        rows: basis.messages,
      };
      const plan = planRequest(input, { ...this.#planning, wording, softSteps: basis.softSteps });
      if (!plan.repeated) {
        const isDone = await commit(engine, basis, {
          state: plan.state,
          undoes: plan.undoes,
          messages: history.messages
            .slice(plan.keptFrom)
            .map((seen, index) => this.conversation.row(lens, messages[plan.keptFrom + index] as Message, seen)),
          archives: plan.archives,
          overview: input.ownWrite,
          block: fallback.block ? plan.compactionBlock : undefined,
          step: plan.isNew,
          event: plan.event,
        });
        if (!isDone) return undefined;
        this.#observed = undefined;
      }
      const { length } = messages;
      this.conversation.prepared(messages, { count: length, hash: history.messages.at(-1)?.hash ?? NO_MESSAGES });
      const isFirst = before.ledger.epoch === 0;
      return this.#result(lens, messages, plan, { history, window: request.window, headTokens: head.tokens, isFirst });
    });
  }

  #result<Message>(
    lens: Lens<Message>,
    list: readonly Message[],
    plan: RequestPlan,
    {
      history,
      window,
      headTokens,
      isFirst,
    }: Pick<Latest, 'history' | 'window' | 'headTokens'> & { readonly isFirst: boolean },
  ): Prepared<Message> {
    const { messages, cacheBreakpoints } = preparedList(lens, list, plan.entries);
    const isLiteral = this.#host.settings.context.placement === 'literal';
    const prefixChanged = !isFirst && !plan.repeated && (plan.reason !== undefined || isLiteral);
    const change = prefixChanged ? firstChange(this.#sent, messages) : undefined;
    this.#sent = messages;
    this.#latest = { history, meta: plan.meta, estimated: plan.estimated, headTokens, window };
    const { state, reason, repeated, meta, phase, kept, hidden, stubs, reminder, compaction } = plan;
    return {
      messages,
      requestId: state.ledger.requestId,
      repeated,
      epoch: state.ledger.epoch,
      ...(reason && { epochReason: reason }),
      prefixChanged,
      ...(change && { firstChange: change }),
      cacheBreakpoints,
      meta,
      phase,
      kept,
      hidden,
      stubs,
      ...(reminder && { reminder }),
      pause: reminder === 'pause',
      repairs: history.repairs,
      ...(compaction && { compaction }),
    };
  }

  #request({
    contextWindow,
    tokensUsed,
    requestId,
  }: PrepareOptions): Pick<RequestInput['request'], 'window' | 'tokensUsed'> {
    const window = contextWindow ?? this.#host.settings.context.window;
    if (!Number.isSafeInteger(window) || window < 1) {
      throw invalid('contextWindow', 'a whole number of tokens above 0', String(contextWindow));
    }
    if (tokensUsed !== undefined && !(Number.isFinite(tokensUsed) && tokensUsed >= 0)) {
      throw invalid('tokensUsed', 'a number of tokens of at least 0', String(tokensUsed));
    }
    if (requestId !== undefined && (typeof requestId !== 'string' || requestId === '' || requestId.length > 200)) {
      throw invalid('requestId', 'a text of 1 to 200 characters', String(requestId));
    }
    return { window, tokensUsed };
  }

  /** The overview as the model wrote it with a tool of the app's own; undefined where the tree has that text already. */
  async #ownWrite(
    engine: Engine,
    messages: Latest['history']['messages'],
    current: string,
    ledger: Ledger,
  ): Promise<string | undefined> {
    const isGrown = goesOn(ledger, messages);
    const last = overviewCalls(messages, isGrown ? ledger.count : 0).at(-1);
    // A note is in the tree already, and the app has no file of it.
    if (!last || last.tool === NOTE) return undefined;
    const written = last.content ?? (await this.#host.onFile?.(OVERVIEW));
    if (typeof written !== 'string') return undefined;
    const text = storable(written);
    const free = freeText(text).trim();
    if (free === freeText(current).trim() || this.#refused.has(free)) return undefined;
    // The tree has taken this text before, so writing it again would overwrite whoever wrote since.
    const since = isGrown ? ledger.shown.revision : 0;
    const former = await engine.fileHistory(OVERVIEW);
    const isKnown = former.some((document) => document.revision > since && freeText(document.text).trim() === free);
    return isKnown ? undefined : text;
  }

  #commonWith(messages: Latest['history']['messages']): number | undefined {
    const before = this.#latest?.history.messages;
    if (!before) return undefined;
    let common = 0;
    while (common < before.length && before[common]?.hash === messages[common]?.hash) common++;
    return common;
  }

  #observedInto(state: LedgerState): LedgerState {
    if (!this.#observed) return state;
    return { ...state, ledger: { ...state.ledger, calibration: observed(state.ledger.calibration, this.#observed) } };
  }
}

const overviewOf = ({ overview, step }: ContextBasis): OverviewNow => ({
  text: overview?.text ?? '',
  revision: overview?.revision ?? 0,
  byModel: overview?.source === 'assistant',
  stepsSince: overview ? step - overview.step : 0,
});
