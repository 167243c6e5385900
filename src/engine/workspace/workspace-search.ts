// Searches all conversations of a named workspace: ranks the entries of its index, and reads their texts from storage.
import { isWorkingMemoryError, WorkingMemoryError } from '../../errors.ts';
import { kernelUnavailable } from '../../kernel/failures.ts';
import { pause } from '../../ports/timers.ts';
import type { RecallQuery } from '../../recall/query.ts';
import { COMPARED_HITS } from '../../recall/versions/newest-first.ts';
import { type Message, messageKey } from '../../tree/transcript/transcript.ts';
import { type PlacedMessage, placeOfMessage } from '../branches.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import type { Ranked } from '../recall/entries.ts';
import { messageContent, passageOf } from '../recall/found.ts';
import {
  isShownPassage,
  isWithin,
  newestLead,
  rankRequest,
  readMatches,
  type Recalled,
  SCOPES_PER_HIT,
  soughtAmong,
} from '../recall/recall.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { type PlacedEntry, WorkspaceIndex } from './workspace-index.ts';
import { WorkspaceTexts } from './workspace-texts.ts';
import { OpenWorkspaces } from './open-workspaces.ts';

type Match = Ranked & PlacedEntry;

export class WorkspaceSearch {
  readonly #context: EngineContext;
  readonly #workspaces: OpenWorkspaces;
  readonly #key: string;
  #texts: WorkspaceTexts | undefined;

  constructor(context: EngineContext) {
    const { workspace, decay, recall } = context.settings;
    this.#context = context;
    this.#workspaces = context.ports.workspaces ?? new OpenWorkspaces();
    this.#key = JSON.stringify([workspace, decay, recall.minimumMatch, recall.workspace]);
  }

  /** Whether this session takes from others and gives to them. */
  get isReached(): boolean {
    return !this.#isPrivate;
  }

  /** Name of this session. */
  get own(): string {
    return this.#context.settings.session;
  }

  /** Whether the index holds all of this session as it is now: not while it is being read, nor if it is too large. */
  get holdsOwn(): boolean {
    return this.#opened().isWhole(this.own, this.#context.session.state.manifest.head);
  }

  /** Begins to read the conversations, if they are shared and the app allows it. */
  warm(): void {
    if (!this.isReached || !this.#context.settings.recall.workspace.background) return;
    // The first query meets the same failure and reports it.
    this.#fresh().catch(() => undefined);
  }

  /**
   * Returns the best first; more than the limit, because one text may occur in several places.
   * @param isWanted selects the entries that count; default: all
   * @throws invalid-input: this conversation is private
   */
  async ask(query: RecallQuery, isWanted?: (entry: PlacedEntry) => boolean): Promise<Recalled> {
    const { transcript } = this.#context;
    const { own } = this;
    if (this.#isPrivate) throw privateSession();
    const { now } = reading(this.#context);
    await this.#freshInTime();
    if (query.scopes.has('transcript')) await transcript.complete();
    const placed = placeOfMessage(this.#context);
    const isShown = isShownPassage(query, this.#context);
    const places = (one: PlacedEntry): PlacedMessage => {
      if (one.entry.kind !== 'message') return {};
      if (one.session === own) return placed(one.entry.message.index);
      return this.#opened().isAbandoned(one) ? { abandoned: true } : {};
    };
    const isHere = (one: PlacedEntry): boolean =>
      isWithin(query, places(one)) && (one.session !== own || !isShown(one.entry));
    const isSought = (one: PlacedEntry): boolean => (isWanted?.(one) ?? true) && isHere(one);
    const ranked = await this.#ranked(query, now, query.abandoned && query.inView && !isWanted ? undefined : isSought);
    const found = await readMatches(query, ranked.slice(0, query.limit * SCOPES_PER_HIT), async (each) => {
      const content = await this.#content(each, places(each));
      return content && { ...content, ...(each.session !== own && { session: each.session }) };
    });
    const { index, leftOut } = this.#opened();
    return { found, mode: 'lexical', latin: index.latin, now, ...(leftOut && { leftOut }) };
  }

  close(): void {
    if (this.#texts) this.#workspaces.leave(this.#key);
    this.#texts = undefined;
  }

  get #isPrivate(): boolean {
    const { session, settings } = this.#context;
    return settings.private || session.state.session?.private === true;
  }

  #opened(): WorkspaceTexts {
    return (this.#texts ??= this.#workspaces.take(this.#key, () => {
      const { settings, ports } = this.#context;
      const { minimumMatch, workspace } = settings.recall;
      return new WorkspaceTexts(new WorkspaceIndex(ports.kernel, minimumMatch), settings.workspace, workspace);
    }));
  }

  #fresh(): Promise<void> {
    return this.#opened().fresh(this.#context.ports.storage);
  }

  /** Waits for the index to be fresh; with background reading, only for a limited time. */
  async #freshInTime(): Promise<void> {
    const { background, waitMs } = this.#context.settings.recall.workspace;
    const fresh = this.#fresh();
    if (!background) return fresh;
    const over = new AbortController();
    // A failure after the wait is reported by the next query.
    fresh.catch(() => undefined);
    await Promise.race([fresh, pause(waitMs, over.signal)]).finally(() => over.abort());
  }

  /** Ranks the entries; after a trap once more, from storage. @throws kernel-unavailable */
  async #ranked(query: RecallQuery, now: number, isSought?: (entry: PlacedEntry) => boolean) {
    const most = Math.max(query.limit * SCOPES_PER_HIT, COMPARED_HITS);
    const request = rankRequest(query, now, this.#context.settings);
    const { index } = this.#opened();
    let trap: unknown;
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        const rank = (limit: number): Match[] => index.rank({ ...request, limit });
        return newestLead(isSought ? soughtAmong(rank, isSought, most) : rank(most), request);
      } catch (error) {
        if (isWorkingMemoryError(error)) throw error;
        trap = error;
        this.#opened().beginAnew();
        await this.#fresh();
      }
    }
    const reason = String(trap);
    throw kernelUnavailable(
      reason,
      `The kernel failed twice on this call (${reason}). Nothing was changed; retry.`,
      trap,
    );
  }

  /** Returns the content of an entry; undefined if the text is gone since. */
  async #content({ session, entry }: PlacedEntry, place: PlacedMessage) {
    if (entry.kind === 'item') return 'left' in entry.item ? { tailItem: entry.item } : { item: entry.item };
    if (entry.kind === 'chunk') return passageOf(entry);
    const { index } = entry.message;
    const { ports, settings } = this.#context;
    const row = await ports.storage.row({ workspace: settings.workspace, session }, 'messages', messageKey(index));
    const message = verifiedFields<Message>(row);
    if (!message || message.redacted) return undefined;
    return { message: index, ...place, ...messageContent(message) };
  }
}

const privateSession = (): WorkingMemoryError =>
  new WorkingMemoryError('invalid-input', 'A private conversation cannot search its workspace. Use another scope.', {
    argument: 'scope',
    expected: 'a scope of this session',
  });
