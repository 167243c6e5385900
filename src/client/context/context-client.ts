// The context engine on the app's side: reads the list through its lens, plans with the pure rules, commits the plan,
// and plans again if another owner was faster. Loaded on first use.
import { randomIds } from '../../ports/system.ts';
import { defaultTokenScan } from '../../ports/token-scan.ts';
import type { CallOptions } from '../../api/call-options.ts';
import type { NotedText, PrepareOptions, ProviderUsage, TextSize } from '../../api/context.ts';
import { isSpoken, isUserTurn, readHistory } from '../../context/view/history.ts';
import { learntPerMedium } from '../../context/reminder/calibration.ts';
import { withLearntCharges } from '../../context/media/left-out.ts';
import { readLedger } from '../../context/view/ledger.ts';
import type { Lens } from '../../context/view/lens.ts';
import { givenTools, UNKNOWN_TOOLS } from '../../context/reminder/given-tools.ts';
import { isNear } from '../../context/reminder/reminder.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import { planRequest } from '../../context/plan/plan-request.ts';
import type { Prepared } from '../../context/plan/prepared.ts';
import type { ContextWords, PlanningContext } from '../../context/planning-context.ts';
import type { RequestInput, RequestPlan } from '../../context/plan/request.ts';
import { endOf } from '../../context/list/kept-list.ts';
import { hashesFrom } from '../../context/list/list-hashes.ts';
import { leftIn, withLeft } from '../../context/list/redacted.ts';
import { NO_MESSAGES, textHash } from '../../context/list/rolling-hash.ts';
import { largestResult } from '../../context/plan/large-results.ts';
import { overviewBudget } from '../../context/view/pinned-overview.ts';
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { BlockOptions, RecalledBlock } from '../../api/recall.ts';
import type { Engine, Meaning } from '../../boundary/engine.ts';
import { nextTask } from '../../ports/timers.ts';
import { checkedIds, type Ids } from '../../ports/ids.ts';
import { checkedTokenizer } from '../../ports/tokenizer.ts';
import { firstChange, preparedList, preparedOf } from './list/prepared-list.ts';
import { FormerMessages } from './reading/former-messages.ts';
import { CountedTexts, readMessages, storable } from './reading/read-messages.ts';
import { freeText } from '../../tree/overview/system-blocks.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { rowAt } from '../../tree/transcript/rows-of-list.ts';
import { UnsavedRequests } from '../health/unsaved-requests.ts';
import type { LatestTurn } from '../on-demand/origin.ts';
import { compactionPart, ReadingOnDemand } from '../on-demand/reading.ts';
import { branchOfList } from './list/branch-of-list.ts';
import { besideList, headOf } from './list/head.ts';
import { attempts, commit, type FallbackPlan } from './commit.ts';
import type { CompactionClient, Latest } from './compaction-client.ts';
import type { ContextHost } from './context-host.ts';
import { Conversation } from './conversation.ts';
import { recallBlock } from './recalled/recalled-block.ts';
import { overviewOf, ownWrite, type RefusedTexts } from './own-write.ts';
import { requestOf } from './refusals.ts';
import { countedOf, Observations } from './watching/observations.ts';
import { OwnHead } from './watching/own-head.ts';
import { requestNews } from './watching/request-news.ts';
import type { RequestNews } from '../../api/watching/request-news.ts';
import type { TracedUsage } from '../../context/watching/trace.ts';
import { readAhead, type SliceOptions, Slices } from './slices.ts';

export class ContextClient {
  readonly conversation: Conversation;
  /** Requests of this client that could not be stored yet. */
  readonly unsaved = new UnsavedRequests();
  readonly #host: ContextHost;
  readonly #words: ContextWords;
  readonly #ids: Ids;
  readonly #texts: CountedTexts;
  readonly #ownTexts: CountedTexts;
  #planning: Omit<PlanningContext, 'softSteps'>;
  readonly #reading = new ReadingOnDemand();
  readonly #refused: RefusedTexts = { byTree: new Set(), before: new Set() };
  #latest: Latest | undefined;
  turn: LatestTurn | undefined;
  #sent: readonly unknown[] = [];
  readonly #observations: Observations;
  readonly #former = new FormerMessages();
  readonly #ownHead = new OwnHead();

  constructor(host: ContextHost, words: ContextWords) {
    const { settings, tokenizer = defaultTokenScan(), ids = randomIds } = host;
    this.#host = host;
    this.#words = words;
    this.#ids = checkedIds(ids);
    this.#observations = new Observations(host.searches ?? []);
    this.#texts = new CountedTexts(checkedTokenizer(tokenizer));
    this.#ownTexts = new CountedTexts(defaultTokenScan());
    // Messages and the engine's own texts share one counter, so that a stub and its result compare. A plan cannot wait:
    // if that counter is asynchronous, the built-in scan counts the engine's own texts.
    let isAsync = false;
    const count = (text: string): number => {
      const tokens = this.#texts.known(text) ?? (isAsync ? undefined : this.#texts.count(text));
      if (typeof tokens === 'number') return tokens;
      isAsync = true;
      tokens?.catch(() => undefined);
      return this.#ownTexts.count(text) as number;
    };
    const { context, files } = settings;
    const wording = words(UNKNOWN_TOOLS);
    this.#planning = { settings: context, files, wording, count, reading: this.#reading.now };
    this.conversation = new Conversation(settings.transcript, wording, host.salt);
  }

  /** Returns the client for compactions on request. @throws part-unavailable */
  async compaction(): Promise<CompactionClient> {
    const { CompactionClient } = await compactionPart();
    return new CompactionClient(this.#planning, this.#host.summarize, () => this.#latest, {
      load: this.#reading.load,
      run: (steps, messages) => this.slices().through(steps, messages),
    });
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

  /** Context window of the latest prepared request; before the first, the option. */
  get #window(): number {
    return this.#latest?.window ?? this.#host.settings.context.window;
  }

  slices(options: SliceOptions = {}): Slices {
    return new Slices(this.#host.between ?? nextTask, options);
  }

  /** @throws invalid-input */
  block(engine: Engine, question: string, options: BlockOptions, meaning?: Meaning): Promise<RecalledBlock> {
    const { wording } = this.#planning;
    return recallBlock(engine, this.#texts, { question, options, meaning, nonce: textHash(this.#ids()), wording });
  }

  /** Returns the texts of the recalled notes in the epoch of the branch used last. */
  async recalled(engine: Engine): Promise<NotedText[]> {
    const { rows } = await engine.contextBasis();
    return readLedger(rows).rides.flatMap(({ recalled }) =>
      (recalled?.texts ?? []).map((one) => ({ ...one, since: recalled?.at ?? 0 })),
    );
  }

  /** The provider's counts for the latest request, until a later request stores them. */
  get usage(): TracedUsage | undefined {
    return this.#observations.usage;
  }

  /** @throws invalid-input */
  observe(usage: ProviderUsage): void {
    this.#observations.observe(usage, this.#latest?.counted);
  }

  /** Records that the tree refused this text of the overview; ignores other files. */
  refused(path: string, text: string): void {
    if (path === OVERVIEW) this.#refused.byTree.add(freeText(text).trim());
  }

  async prepare<Format, Message extends Format>(
    engine: Engine,
    format: Lens<Format>,
    messages: readonly Message[],
    options: PrepareOptions & CallOptions = {},
    tell?: (news: Omit<RequestNews, 'ms'>) => void,
  ): Promise<Prepared<Message>> {
    // A lens writes messages of its format; the app's list declares that these are of the app's own type.
    const lens = format as Lens<Message>;
    const { named, ...acting } = givenTools(options.tools);
    const request = { ...requestOf(options, this.#host.settings.context.window), ...acting };
    const beside = besideList(options);
    const wording = this.#words(named);
    this.#texts.turn();
    this.#ownTexts.turn();
    const slices = this.slices(options);
    const { known } = this.conversation;
    const { charges, placement, recall } = this.#host.settings.context;
    const seen = await readMessages(lens, messages, this.#texts, known, slices, charges, this.#former);
    const canAnswer = (at: number, id: string): boolean => !!lens.answer?.(messages[at] as Message, [id], '');
    const history = readHistory(seen, canAnswer);
    this.#reading.turn();
    await readAhead(history.messages, request.window / 2, this.#reading.load, slices);
    const prompts = history.messages.slice(0, history.head);
    const list = {
      head: hashesFrom(NO_MESSAGES, prompts, known).head,
      body: history.messages.slice(history.head).map(({ hash }) => hash),
    };
    const head = headOf(prompts, beside, this.#planning.count, known.get(NO_MESSAGES));
    this.#planning = { ...this.#planning, outside: head.outside };
    const said = [beside[0], ...prompts.map(({ text }) => text)];
    const ownHead = this.#ownHead.of(head.hash, said, options.tools, this.#host.guides ?? [], this.#planning.count);
    const id = options.requestId ?? `${head.hash.slice(0, 8)}-${history.messages.at(-1)?.hash ?? NO_MESSAGES}`;

    const newest = history.messages.at(-1);
    const isAsked = placement !== 'literal' && recall.maxTokens > 0 && isUserTurn(history) && newest?.role === 'user';
    const asked = isAsked && newest.text.trim() !== '' ? newest.text : undefined;
    const attempt = async (basis: ContextBasis, fallback: FallbackPlan): Promise<Prepared<Message> | undefined> => {
      if (this.conversation.salted(basis)) return this.prepare(engine, format, messages, options, tell);
      const at = await branchOfList(engine, basis, list);
      if (!at) return undefined;
      const overview = overviewOf(basis);
      const state = this.#observations.into(at.state);
      const left = leftIn(at, basis.redacted, (place) => history.messages[history.head + place], known);
      const seen = withLeft(withLearntCharges(history, learntPerMedium(state.ledger.calibration)), left);
      const written = { messages: seen.stored, refused: this.#refused, onFile: this.#host.onFile };
      const input: RequestInput = {
        state,
        newestEpoch: Math.max(0, ...basis.branches.map(({ epoch }) => epoch)),
        history: seen,
        kept: at.kept,
        common: history.head + at.shared,
        isOther: at.isOther,
        head,
        ownHead,
        since: this.#observations.since(),
        overview,
        recallables: basis.recallables ?? [],
        ownWrite: fallback.ownWrite
          ? await ownWrite(engine, { ...written, overview, ledger: at.state.ledger })
          : undefined,
        request: { ...request, id },
        nonce: textHash(this.#ids()),
        now: basis.now,
        canArchive: fallback.archives,
      };
      const mayRemind = acting.writable && isNear(at.state.ledger.reminder, this.#host.settings.context);
      const lapses = mayRemind ? await this.#reading.lapses() : undefined;
      const planning = { ...this.#planning, wording, softSteps: basis.softSteps, lapses };
      const planned = (): Promise<RequestPlan> =>
        slices.through(planRequest(input, planning, this.#reading.hiding), history.messages);
      const plan = await this.#reading.during(planned);
      // A repeated request changes only which branch was used last.
      if (!plan.repeated || at.isTurnedTo) {
        const isDone = await commit(engine, at.basis, {
          branch: at.branch,
          before: at.before,
          state: plan.state,
          undoes: plan.undoes,
          messages: await this.conversation.rows(
            engine,
            lens,
            { messages, neutral: history.messages, head: history.head, added: at.added, left },
            slices,
          ),
          archives: plan.archives,
          overview: input.ownWrite?.outcome === 'refused' ? undefined : input.ownWrite?.text,
          block: fallback.block ? plan.compactionBlock : undefined,
          step: plan.isNew && !plan.repeated,
          ...(!plan.repeated && { event: plan.event }),
        });
        if (!isDone) return undefined;
        if (!plan.repeated) this.#observations.taken();
        if (input.ownWrite?.outcome === 'refused') this.#refused.before.add(freeText(input.ownWrite.text).trim());
      }
      this.conversation.prepared(messages, endOf(at.kept));
      const place = history.messages.map(isSpoken).lastIndexOf(true) - history.head;
      const { rows } = at.kept;
      this.turn = { history, rows, asked: place < 0 ? undefined : rowAt(rows, place) };
      const prepared = { history: seen, window: request.window, headTokens: head.tokens };
      const result = this.#result(lens, messages, plan, { ...at, ...prepared, isFirst: basis.revision === 0 });
      tell?.({ ...requestNews(plan), messages: result.messages });
      return result;
    };
    return attempts(engine, attempt, { asked });
  }

  #result<Message>(
    lens: Lens<Message>,
    list: readonly Message[],
    plan: RequestPlan,
    {
      history,
      branch,
      window,
      headTokens,
      left,
      isFirst,
    }: Omit<Latest, 'meta' | 'counted'> & { readonly left: string | undefined; readonly isFirst: boolean },
  ): Prepared<Message> {
    const { messages, cacheBreakpoints } = preparedList(lens, list, plan.entries);
    const isLiteral = this.#host.settings.context.placement === 'literal';
    const prefixChanged = !isFirst && !plan.repeated && (plan.reason !== undefined || isLiteral);
    const former = this.#latest?.branch;
    const isFormer = former !== undefined && (former === branch || former === left);
    const change = prefixChanged && isFormer ? firstChange(this.#sent, messages) : undefined;
    this.#sent = messages;
    this.#latest = { history, branch, meta: plan.meta, counted: countedOf(plan), headTokens, window };
    const { repairs } = history;
    return preparedOf(plan, {
      messages,
      cacheBreakpoints,
      prefixChanged,
      repairs,
      ...(change && { firstChange: change }),
    });
  }
}
