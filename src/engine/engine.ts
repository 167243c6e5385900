// The deep owner: one session's state, its kernel and its storage behind one all-async interface.
// Reads answer from the state; commands go through the session's pipeline.
import type { Capacity, Commit, Engine, EngineStatus, FileEntry, ItemView, RecallResult } from '../api.ts';
import { VICTIM_CLASSES } from '../items/eviction.ts';
import { checkItem, type Item, type NewItem } from '../items/item.ts';
import { decideMemorize, type MemorizeResult, type Newcomer, refuseOversized } from '../items/memorize.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../options.ts';
import type { Ids } from '../ports/ids.ts';
import type { JournalEntry } from '../ports/storage.ts';
import type { TokenCounter } from '../ports/tokenizer.ts';
import { checkQuery, type RecallOptions } from '../recall/query.ts';
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
import { ItemIndex } from './item-index.ts';
import { Session, type SessionPorts } from './session.ts';

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
    absorb: (items) => index.absorb(items),
    commit: ports.onCommit,
  });
  const index = new ItemIndex(ports.kernel, session.state.items);
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
  return new SessionEngine(settings, ports, session, index);
}

class SessionEngine implements Engine {
  readonly #settings: Settings;
  readonly #ports: EnginePorts;
  readonly #session: Session;
  readonly #index: ItemIndex;

  constructor(settings: Settings, ports: EnginePorts, session: Session, index: ItemIndex) {
    this.#settings = settings;
    this.#ports = ports;
    this.#session = session;
    this.#index = index;
  }

  async memorize(items: readonly NewItem[]): Promise<MemorizeResult> {
    const { limits, importance } = this.#settings;
    const defaults = { importance: importance.default, maxTextLength: limits.maxTextLength };
    const checked = items.map((item) => checkItem(item, defaults));
    return this.#session.command(
      async () => {
        const newcomers: Newcomer[] = [];
        for (const item of checked) {
          const tokens = await this.#ports.tokenizer.count(item.content.text);
          refuseOversized(tokens, limits);
          newcomers.push({ ...item, id: this.#ports.ids(), tokens });
        }
        return newcomers;
      },
      (newcomers, moment) => ({
        ...decideMemorize(
          { usage: this.#session.state.usage, nextSequence: this.#session.state.manifest.nextSequence },
          newcomers,
          { now: moment.now, limits },
          this.#index.order(moment),
        ),
        content: { items: new Map(newcomers.map(({ id, content }) => [id, content])) },
      }),
    );
  }

  async remember(prompt: string, options?: RecallOptions): Promise<RecallResult> {
    this.#session.refuseIfClosed();
    const query = checkQuery(prompt, options);
    const { items } = this.#session.state;
    const moment = this.#session.moment();
    const hits = this.#index.rank(query, moment.now).map(({ id, score, ...parts }) => {
      const { position } = this.#index.standing(id, moment);
      return { item: items.get(id) as Item, position, score, ...(query.explain && { parts }) };
    });
    return { hits, mode: 'lexical' };
  }

  async getItem(id: string): Promise<ItemView | undefined> {
    this.#session.refuseIfClosed();
    const item = this.#session.state.items.get(id);
    return item && this.#view(item);
  }

  async listItems(): Promise<readonly ItemView[]> {
    this.#session.refuseIfClosed();
    return Array.from(this.#session.state.items.values(), (item) => this.#view(item));
  }

  async capacity(): Promise<Capacity> {
    this.#session.refuseIfClosed();
    const { usage, items } = this.#session.state;
    const { maxItems, maxTokens } = this.#settings.limits;
    const count = (is: (item: Item) => boolean) => [...items.values()].filter(is).length;
    return {
      usage,
      limits: { maxItems, maxTokens },
      free: { items: maxItems - usage.items, tokens: maxTokens - usage.tokens },
      softForgotten: count(({ forgotten }) => forgotten),
      pinned: count(({ pinned }) => pinned),
      policy: { profile: this.#settings.profile, key: this.#settings.eviction.key, classes: VICTIM_CLASSES },
    };
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

  #view(item: Item): ItemView {
    const moment = this.#session.moment();
    const { position, priority, victimClass } = this.#index.standing(item.id, moment);
    return { ...item, position, decay: this.#index.decay(item.createdAt, moment.now), priority, victimClass };
  }
}
