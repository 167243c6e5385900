// The deep owner: one session's state, its kernel and its storage behind one all-async interface.
// Reads answer from the state; commands go through the session's pipeline.
import type {
  Capacity,
  Commit,
  DigestResult,
  Engine,
  EngineStatus,
  FileEntry,
  ItemView,
  RecallResult,
} from '../api.ts';
import type { DigestRequest } from '../items/digest.ts';
import { checkEdit, decideRestore, decideUpdate, type ItemEdit, type RestoreResult, type UpdateResult } from '../items/editing.ts';
import type { ForgetMode, ItemEvent } from '../items/events.ts';
import { decideSweep, expire, type SweepResult } from '../items/expiry.ts';
import { decideForget, type ForgetRequest, type ForgetResult, readRequest } from '../items/forgetting.ts';
import { checkItem, invalid, type NewItem } from '../items/item.ts';
import { decideMemorize, type MemorizeResult, type Newcomer, refuseOversized } from '../items/memorize.ts';
import type { Order } from '../items/order.ts';
import { tailOverflow } from '../items/tail.ts';
import type { WhyNot } from '../items/why-not.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../options.ts';
import type { Ids } from '../ports/ids.ts';
import type { JournalEntry } from '../ports/storage.ts';
import type { TokenCounter } from '../ports/tokenizer.ts';
import type { RecallOptions } from '../recall/query.ts';
import {
  checkWrite,
  decideFirstOpening,
  decideWrite,
  type Document,
  notFound,
  type WriteOptions,
  type WriteResult,
} from '../session/documents.ts';
import { overviewTemplate } from '../session/overview.ts';
import { checkPath, OVERVIEW } from '../session/paths.ts';
import type { Moment } from './apply.ts';
import { ItemIndex } from './item-index.ts';
import { ItemReads } from './item-reads.ts';
import { type Decision, Session, type SessionPorts } from './session.ts';

export interface EnginePorts extends SessionPorts {
  readonly ids: Ids;
  readonly tokenizer: TokenCounter;
  /** Makes a kernel; asked again after a trap. */
  readonly kernel: () => Kernel;
  /** Hears every commit to the session. Contract: must not throw. */
  readonly onCommit: (commit: Commit) => void;
}

/** Opens the session, creating it and its overview.md when they are missing. */
export async function openEngine(settings: Settings, ports: EnginePorts): Promise<Engine> {
  const address = { workspace: settings.workspace, session: settings.session };
  const keptEntries = settings.journal.maxEntries;
  const session: Session = new Session(address, ports, { keptEntries }, {
    absorb: (changes) => index.absorb(changes),
    commit: ports.onCommit,
  });
  const index = new ItemIndex(ports.kernel, session.state, settings.recall);
  await session.load();
  const template = overviewTemplate(settings.locale);
  await session.command(
    () => undefined,
    () => ({
      events: decideFirstOpening(session.state.files, session.state.session !== undefined, template),
      content: { files: new Map([[OVERVIEW, template]]) },
      result: undefined,
    }),
  );
  session.listen();
  // After the answer has gone out: opening never waits for the index.
  setTimeout(() => index.warm(), 0);
  return new SessionEngine(settings, ports, session, index);
}

class SessionEngine implements Engine {
  readonly #settings: Settings;
  readonly #ports: EnginePorts;
  readonly #session: Session;
  readonly #index: ItemIndex;
  readonly #reads: ItemReads;

  constructor(settings: Settings, ports: EnginePorts, session: Session, index: ItemIndex) {
    this.#settings = settings;
    this.#ports = ports;
    this.#session = session;
    this.#index = index;
    this.#reads = new ItemReads(settings, ports.tokenizer, session, index);
  }

  async memorize(items: readonly NewItem[]): Promise<MemorizeResult> {
    const { limits, importance } = this.#settings;
    const defaults = { importance: importance.default, maxTextLength: limits.maxTextLength };
    const checked = items.map((item) => checkItem(item, defaults));
    const count = async (): Promise<Newcomer[]> => {
      const newcomers: Newcomer[] = [];
      for (const item of checked) {
        const tokens = await this.#ports.tokenizer.count(item.content.text);
        refuseOversized(tokens, limits);
        newcomers.push({ ...item, id: this.#ports.ids(), tokens });
      }
      return newcomers;
    };
    return this.#itemCommand(count, (newcomers, order, { now }) => ({
      ...decideMemorize(this.#session.state, newcomers, { now, limits }, order),
      content: { items: new Map(newcomers.map(({ id, content }) => [id, content])) },
    }));
  }

  async forget(request: ForgetRequest, mode: ForgetMode): Promise<ForgetResult> {
    const { limits, ttl } = this.#settings;
    const selection = readRequest(request, limits);
    if (mode !== 'soft' && mode !== 'hard') throw invalid('mode', "'soft' or 'hard'", mode);
    return this.#itemCommand(
      () => selection,
      (_, order, { now }) => decideForget(this.#session.state, { selection, mode, now, hardMs: ttl.hardMs }, order),
    );
  }

  async restore(id: string): Promise<RestoreResult> {
    return this.#itemCommand(() => id, (_, order) => decideRestore(this.#session.state, id, order));
  }

  async update(id: string, edit: ItemEdit): Promise<UpdateResult> {
    const checked = checkEdit(edit);
    return this.#itemCommand(
      () => checked,
      (_, order) => decideUpdate(this.#session.state, { id, edit: checked }, order),
    );
  }

  async sweep(): Promise<SweepResult> {
    return this.#itemCommand(() => undefined, (_, order) => decideSweep(this.#session.state.usage, order));
  }

  async step(): Promise<number> {
    return this.#itemCommand(
      () => undefined,
      (_, order, { step }) => {
        const { events } = expire(this.#session.state.usage, order);
        return { events: [...events, { type: 'step-advanced', step: step + 1 }], result: step + 1 };
      },
    );
  }

  async remember(prompt: string, options?: RecallOptions): Promise<RecallResult> {
    return this.#reads.remember(prompt, options);
  }

  async whyNot(id: string, prompt: string, options: RecallOptions): Promise<WhyNot> {
    return this.#reads.whyNot(id, prompt, options);
  }

  summarize(request: DigestRequest): Promise<DigestResult> {
    return this.#reads.summarize(request);
  }

  async getItem(id: string): Promise<ItemView | undefined> {
    return this.#reads.get(id);
  }

  async listItems(): Promise<readonly ItemView[]> {
    return this.#reads.list();
  }

  async capacity(): Promise<Capacity> {
    return this.#reads.capacity();
  }

  async readFile(path: string): Promise<Document> {
    this.#session.refuseIfClosed();
    const { files } = this.#session.state;
    const document = files.get(checkPath(path));
    if (!document) throw notFound(path, files);
    return document;
  }

  async writeFile(path: string, text: string, options: WriteOptions = {}): Promise<WriteResult> {
    const write = { ...checkWrite(path, text), ...options, source: 'user' as const };
    return this.#session.command(
      () => undefined,
      () => ({
        ...decideWrite(this.#session.state.files, write),
        content: { files: new Map([[write.path, write.text]]) },
      }),
    );
  }

  async listFiles(): Promise<readonly FileEntry[]> {
    this.#session.refuseIfClosed();
    const entry = ({ path, revision, updatedAt, text }: Document): FileEntry => ({
      path,
      revision,
      updatedAt,
      bytes: new TextEncoder().encode(text).length,
    });
    return [...this.#session.state.files.values()].map(entry).sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  async journal(from: number, limit: number): Promise<readonly JournalEntry[]> {
    this.#session.refuseIfClosed();
    return this.#session.journal(from, limit);
  }

  async status(): Promise<EngineStatus> {
    const { manifest, quarantined } = this.#session.state;
    return { storage: this.#ports.storage.kind, quarantined: [...quarantined], head: manifest.head };
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  /** A command on items: the kernel's order at its moment, and room in the long tail for those who leave. */
  #itemCommand<Gathered, Result>(
    gather: () => Promise<Gathered> | Gathered,
    decide: (
      gathered: Gathered,
      order: Order,
      moment: Moment,
    ) => Decision<Result> & { readonly events: readonly ItemEvent[] },
  ): Promise<Result> {
    return this.#session.command(gather, (gathered, moment) => {
      const decision = decide(gathered, this.#index.order(moment), moment);
      const dropped = tailOverflow(this.#session.state.tail, decision.events, this.#settings.longTail.maxItems);
      return { ...decision, events: [...decision.events, ...dropped] };
    });
  }
}
