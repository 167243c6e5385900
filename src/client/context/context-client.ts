// The context engine on the app's side: reads the list through its lens, plans with the pure rules, commits the plan,
// and plans again if another owner was faster. Loaded on first use.
import { randomIds } from '../../ports/system.ts';
import type { CallOptions } from '../../api/call-options.ts';
import type { NotedText, PrepareOptions, ProviderUsage, TextSize } from '../../api/context.ts';
import { type History, isSpoken, readHistory, type SeenMessage } from '../../context/view/history.ts';
import { learntPerMedium } from '../../context/reminder/calibration.ts';
import { withLearntCharges } from '../../context/media/left-out.ts';
import { readLedger } from '../../context/view/ledger.ts';
import type { Lens } from '../../context/view/lens.ts';
import { askedText } from '../../context/view/recalled-note.ts';
import { givenTools, UNKNOWN_TOOLS } from '../../context/reminder/given-tools.ts';
import { isNear } from '../../context/reminder/reminder.ts';
import type { ContextMeta } from '../../context/reminder/meter.ts';
import { planRequest } from '../../context/plan/plan-request.ts';
import type { Prepared } from '../../context/plan/prepared.ts';
import { isLiteral } from '../../context/placement.ts';
import type { ContextWords, PlanningContext } from '../../context/planning-context.ts';
import type { RequestInput, RequestPlan } from '../../context/plan/request.ts';
import { endOf } from '../../context/list/kept-list.ts';
import { leftIn, withLeft } from '../../context/list/redacted.ts';
import { textHash } from '../../context/list/rolling-hash.ts';
import { largestResult } from '../../context/plan/large-results.ts';
import { overviewBudget } from '../../context/view/pinned-overview.ts';
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { BlockOptions, RecalledBlock } from '../../api/recall.ts';
import type { Engine, Meaning } from '../../boundary/engine.ts';
import { nextTask } from '../../ports/timers.ts';
import { checkedIds, type Ids } from '../../ports/ids.ts';
import { defaultTokenScan } from '../../ports/token-scan.ts';
import { checkedTokenizer } from '../../ports/tokenizer.ts';
import { firstChange, preparedList, preparedOf } from './list/prepared-list.ts';
import { FormerMessages } from './reading/former-messages.ts';
import { countAtOnce, CountedTexts } from './reading/counted-texts.ts';
import { readMessages, storable } from './reading/read-messages.ts';
import { rowAt } from '../../tree/transcript/rows-of-list.ts';
import { UnsavedRequests } from '../health/unsaved-requests.ts';
import type { LatestTurn } from '../on-demand/origin.ts';
import { compactionPart, ReadingOnDemand } from '../on-demand/reading.ts';
import { type BranchOfList, branchOfList } from './list/branch-of-list.ts';
import { besideList, identityOf } from './list/head.ts';
import { attempts, commit } from './commit.ts';
import type { CompactionClient, Latest } from './compaction-client.ts';
import type { ContextHost } from './context-host.ts';
import { Conversation } from './conversation.ts';
import { recallBlock } from './recalled/recalled-block.ts';
import { overviewOf, OwnWrites } from './own-write.ts';
import { requestOf } from './refusals.ts';
import type { Attempt, KnownRequest, PrepareCall } from './request-stages.ts';
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
  readonly ownWrites: OwnWrites;
  readonly #host: ContextHost;
  readonly #words: ContextWords;
  readonly #ids: Ids;
  readonly #texts: CountedTexts;
  readonly #builtIn = new CountedTexts(defaultTokenScan());
  #planning: Omit<PlanningContext, 'softSteps'>;
  readonly #reading = new ReadingOnDemand();
  #latest: Latest | undefined;
  #sent: readonly unknown[] = [];
  readonly #observations: Observations;
  readonly #former = new FormerMessages();
  readonly #ownHead = new OwnHead();

  constructor(host: ContextHost, words: ContextWords) {
    const { settings, tokenizer = defaultTokenScan(), ids = randomIds } = host;
    this.#host = host;
    this.#words = words;
    this.ownWrites = new OwnWrites(host);
    this.#ids = checkedIds(ids);
    this.#observations = new Observations(host.searches ?? []);
    this.#texts = new CountedTexts(checkedTokenizer(tokenizer));
    const count = countAtOnce(this.#texts, this.#builtIn);
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

  get turn(): LatestTurn | undefined {
    return this.#latest;
  }

  async measure(result: string): Promise<TextSize> {
    const maxTokens = largestResult(this.#window, this.#planning.settings);
    return { tokens: await this.#texts.count(storable(result)), maxTokens };
  }

  async measureOverview(text: string): Promise<TextSize> {
    const { settings } = this.#planning;
    const maxTokens = isLiteral(settings) ? Infinity : overviewBudget(this.#window, settings);
    return { tokens: await this.#texts.count(storable(text)), maxTokens };
  }

  /** Context window of the latest prepared request; before the first, the option. */
  get #window(): number {
    return this.meta?.tokensMax ?? this.#planning.settings.window;
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

  async prepare<Format, Message extends Format>(
    engine: Engine,
    format: Lens<Format>,
    messages: readonly Message[],
    options: PrepareOptions & CallOptions = {},
    tell?: (news: Omit<RequestNews, 'ms'>) => void,
  ): Promise<Prepared<Message>> {
    // A lens writes messages of its format; the app's list declares that these are of the app's own type.
    const lens = format as Lens<Message>;
    const { known } = this.conversation;
    const { named, ...acting } = givenTools(options.tools);
    const checked = { ...requestOf(options, this.#planning.settings.window), ...acting };
    const beside = besideList(options);
    const slices = this.slices(options);
    const call: PrepareCall<Message> = { engine, lens, messages, known, slices, wording: this.#words(named) };
    const history = await this.#read(call, checked.window);
    const { hashes, head, said } = identityOf(history, beside, this.#planning.count, known);
    this.#planning = { ...this.#planning, outside: head.outside };
    const ownHead = this.#ownHead.of(head.hash, said, options.tools, this.#host.guides ?? [], this.#planning.count);
    const newest = history.messages.at(-1) as SeenMessage;
    const id = options.requestId ?? `${head.hash.slice(0, 8)}-${newest.hash}`;
    const request: KnownRequest = { history, head, ownHead, request: { ...checked, id } };
    return attempts(
      engine,
      async (basis, fallback) => {
        if (this.conversation.salted(basis)) return this.prepare(engine, format, messages, options, tell);
        const at = await branchOfList(engine, basis, hashes);
        if (!at) return undefined;
        const left = leftIn(at, basis.redacted, (place) => history.messages[history.head + place], known);
        const attempt: Attempt = { basis, fallback, at, left };
        const input = await this.#gathered(call, attempt, request);
        const plan = await this.#planned(call, input, basis);
        if (!(await this.#stored(call, attempt, input, plan))) return undefined;
        const result = this.#finished(call, at, input, plan);
        tell?.({ ...requestNews(plan), messages: result.messages });
        return result;
      },
      { asked: askedText(newest, this.#planning.settings) },
    );
  }

  /** Reads the list, and a long one already for the summary that its plan is about to need. @throws invalid-input */
  async #read<Message>({ lens, messages, known, slices }: PrepareCall<Message>, window: number): Promise<History> {
    this.#texts.turn();
    this.#builtIn.turn();
    const { charges } = this.#planning.settings;
    const seen = await readMessages(lens, messages, this.#texts, known, slices, charges, this.#former);
    const history = readHistory(seen, (at, id) => !!lens.answer?.(messages[at] as Message, [id], ''));
    this.#reading.turn();
    await readAhead(seen, window / 2, this.#reading.load, slices);
    return history;
  }

  /** Gathers what the plan depends on. */
  async #gathered<Message>(
    { engine }: PrepareCall<Message>,
    { basis, fallback, at, left }: Attempt,
    request: KnownRequest,
  ): Promise<RequestInput> {
    const state = this.#observations.into(at.state);
    const { ledger } = state;
    const history = withLeft(withLearntCharges(request.history, learntPerMedium(ledger.calibration)), left);
    const overview = overviewOf(basis);
    return {
      ...request,
      state,
      newestEpoch: Math.max(0, ...basis.branches.map(({ epoch }) => epoch)),
      history,
      kept: at.kept,
      common: history.head + at.shared,
      isOther: at.isOther,
      since: this.#observations.since(),
      overview,
      recallables: basis.recallables ?? [],
      ownWrite: fallback.ownWrite ? await this.ownWrites.in(history.stored, ledger, overview, engine) : undefined,
      nonce: textHash(this.#ids()),
      now: basis.now,
      canArchive: fallback.archives,
    };
  }

  /** Plans the request; a reminder that is near gets the finder of lapses. @throws window-too-small, part-unavailable */
  async #planned<Message>(
    { slices, wording }: PrepareCall<Message>,
    input: RequestInput,
    { softSteps }: ContextBasis,
  ): Promise<RequestPlan> {
    const { state, request, history } = input;
    const mayRemind = request.writable && isNear(state.ledger.reminder, this.#planning.settings);
    const lapses = mayRemind ? await this.#reading.lapses() : undefined;
    const planning = { ...this.#planning, wording, softSteps, lapses };
    return this.#reading.during(() =>
      slices.through(planRequest(input, planning, this.#reading.hiding), history.messages),
    );
  }

  /** Commits the plan; false where another owner was faster. @throws tree-full */
  async #stored<Message>(
    call: PrepareCall<Message>,
    { fallback, at, left }: Attempt,
    { history: { messages: neutral, head }, ownWrite: write }: RequestInput,
    plan: RequestPlan,
  ): Promise<boolean> {
    // A repeated request changes only which branch was used last.
    if (plan.repeated && !at.isTurnedTo) return true;
    return commit(call.engine, at, {
      state: plan.state,
      undoes: plan.undoes,
      messages: await this.conversation.rows(call, { neutral, head, added: at.added, left }),
      archives: plan.archives,
      overview: write?.outcome === 'refused' ? undefined : write?.text,
      block: fallback.block ? plan.block : undefined,
      step: plan.isNew,
      event: plan.event,
    });
  }

  /** Remembers the request as the latest one, and writes its view back into the app's list. */
  #finished<Message>(
    { lens, messages: list }: PrepareCall<Message>,
    { branch, left }: BranchOfList,
    { history, kept, head, state, ownWrite: write }: RequestInput,
    plan: RequestPlan,
  ): Prepared<Message> {
    if (!plan.repeated) this.#observations.taken();
    this.ownWrites.told(write);
    this.conversation.prepared(list, endOf(kept));
    const sent = preparedList(lens, list, plan.entries);
    const isAnew = plan.reason !== undefined || isLiteral(this.#planning.settings);
    const prefixChanged = state.ledger.revision > 0 && !plan.repeated && isAnew;
    const isOfLatest = [branch, left].includes(this.#latest?.branch);
    const change = prefixChanged && isOfLatest ? firstChange(this.#sent, sent.messages) : undefined;
    this.#sent = sent.messages;
    const place = history.messages.map(isSpoken).lastIndexOf(true) - history.head;
    this.#latest = {
      history,
      branch,
      rows: kept.rows,
      asked: place < 0 ? undefined : rowAt(kept.rows, place),
      meta: plan.meta,
      counted: countedOf(plan),
      headTokens: head.tokens,
    };
    const { repairs } = history;
    return preparedOf(plan, { ...sent, prefixChanged, repairs, ...(change && { firstChange: change }) });
  }
}
