// The latest prepared requests: those in the journal, and those heard of since, with their messages by reference.
import type { AuditRecord } from '../../api/watching/audit.ts';
import type { RequestNews } from '../../api/watching/request-news.ts';
import type { CommitEntry } from '../figures/state-at.ts';
import { Followed } from './followed.ts';

type PreparedEvent = Extract<AuditRecord['event'], { readonly type: 'request-prepared' }>;

export interface ShownRequest {
  /** Number that tells two requests apart. */
  readonly number: number;
  /** Time of the request, ms since 1970. */
  readonly time: number;
  readonly epoch: number;
  readonly reason: RequestNews['epochReason'] | undefined;
  readonly tokens: RequestNews['tokens'];
  readonly own: RequestNews['own'];
  /** Number of messages of the app's list that it hides. */
  readonly hiddenMessages: number;
  readonly recalled: number;
  /** News of a request that was prepared while the inspector was there. */
  readonly news?: RequestNews;
}

const KEPT = 200;

export class RequestLog {
  readonly requests = new Followed<readonly ShownRequest[]>([]);
  #count = 0;
  /** Heard requests that no commit has told of yet. */
  readonly #untold: ShownRequest[] = [];

  heard(news: RequestNews, time: number): void {
    if (news.repeated) return;
    const request: Omit<ShownRequest, 'number'> = {
      time,
      epoch: news.epoch,
      reason: news.epochReason,
      tokens: news.tokens,
      own: news.own,
      hiddenMessages: news.hidden.reduce((sum, { from, to }) => sum + to - from, 0),
      recalled: news.recalled.length,
      news,
    };
    // The commit may have come first.
    const all = this.requests.get();
    const known = all.filter((one) => !one.news && isTold(one, request)).at(-1);
    if (known) {
      this.requests.set(all.map((one) => (one === known ? { ...request, number: one.number } : one)));
      return;
    }
    const added = this.#numbered(request);
    this.#add([added]);
    this.#untold.push(added);
    if (this.#untold.length > KEPT) this.#untold.shift();
  }

  /** Takes requests of the journal: earlier ones, and those of other tabs. */
  told(entries: readonly CommitEntry[]): void {
    const added = entries.flatMap(({ time, events }) =>
      events.flatMap((event) => (event.type === 'request-prepared' ? (this.#told(event, time) ?? []) : [])),
    );
    if (added.length > 0) this.#add(added);
  }

  /** Returns the request of an event; undefined where it was heard of before. */
  #told(event: PreparedEvent, time: number): ShownRequest | undefined {
    const { tokens: sent, trace } = event;
    const request: Omit<ShownRequest, 'number'> = {
      time,
      epoch: event.epoch,
      reason: event.reason,
      tokens: {
        sent,
        list: trace?.list ?? sent,
        cached: Math.min(sent, trace?.cached ?? 0),
        fresh: sent - Math.min(sent, trace?.cached ?? 0),
      },
      own: trace?.own ?? {},
      hiddenMessages: trace?.hidden ?? 0,
      recalled: trace?.recalled?.length ?? 0,
    };
    const heard = this.#untold.findIndex((one) => isTold(one, request));
    if (heard < 0) return this.#numbered(request);
    this.#untold.splice(heard, 1);
    return undefined;
  }

  #numbered(request: Omit<ShownRequest, 'number'>): ShownRequest {
    return { ...request, number: ++this.#count };
  }

  #add(added: readonly ShownRequest[]): void {
    // The journal is read after the first ones may have been heard.
    const all = [...this.requests.get(), ...added].sort(
      (one, other) => one.time - other.time || one.number - other.number,
    );
    this.requests.set(all.slice(-KEPT));
  }
}

const isTold = (one: Omit<ShownRequest, 'number'>, other: Omit<ShownRequest, 'number'>): boolean =>
  one.epoch === other.epoch && one.tokens.sent === other.tokens.sent && one.tokens.list === other.tokens.list;
