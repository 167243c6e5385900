// The calls that wait for their answer, in the order in which they were made, with one timer for all of them.
import { LONGEST_DELAY_MS } from '../../ports/deadline.ts';

interface PendingCall {
  /** Time when it was made, or when the latest call before it was answered; ms of `performance.now`. */
  since: number;
  before: PendingCall | undefined;
  next: PendingCall | undefined;
  readonly over: Promise<unknown>;
  readonly expire: () => void;
}

/**
 * Ends a call when neither it nor any call before it was answered for `ms`. So no call expires in a long queue that
 * moves, and over something that never answers every call ends `ms` after it was made.
 */
export class PendingCalls {
  readonly #ms: number;
  #oldest: PendingCall | undefined;
  #newest: PendingCall | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /**
   * Runs work under the deadline.
   * @param work starts at once; it is not stopped
   * @param late makes the error of a call that expires
   */
  run<T>(work: () => Promise<T>, late: () => Error): Promise<T> {
    let expire = (): void => undefined;
    let finish = (_settle: () => void): void => undefined;
    const over = new Promise<T>((resolve, reject) => {
      expire = () => reject(late());
      const asked = (async () => work())();
      asked.then(
        (value) => finish(() => resolve(value)),
        (error: unknown) => finish(() => reject(error)),
      );
    });
    const call: PendingCall = { since: performance.now(), before: this.#newest, next: undefined, over, expire };
    finish = (settle) => {
      this.#remove(call, performance.now());
      settle();
    };
    if (call.before) call.before.next = call;
    else this.#oldest = call;
    this.#newest = call;
    if (this.#timer === undefined) this.#wakeAfter(this.#ms);
    return over;
  }

  /** Resolves when all calls that were made so far are over. */
  async drained(): Promise<void> {
    const calls: Promise<unknown>[] = [];
    for (let call = this.#oldest; call; call = call.next) calls.push(call.over);
    await Promise.allSettled(calls);
  }

  /** Takes a call out of the list. @param since earliest time from which the next call counts its own */
  #remove(call: PendingCall, since: number): void {
    const { before, next } = call;
    if (before) before.next = next;
    else if (this.#oldest === call) this.#oldest = next;
    // The call was removed when it expired.
    else return;
    if (next) {
      next.before = before;
      next.since = Math.max(next.since, since);
    } else {
      this.#newest = before;
    }
    call.before = call.next = undefined;
    if (this.#oldest) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wakeAfter(ms: number): void {
    if (this.#ms <= LONGEST_DELAY_MS) this.#timer = setTimeout(() => this.#expireDue(), ms);
  }

  #expireDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    let since = 0;
    let due = Infinity;
    for (let call = this.#oldest, next; call; call = next) {
      next = call.next;
      // An answer to any earlier call counts, so the latest answer does.
      since = call.since = Math.max(call.since, since);
      if (since + this.#ms > now) {
        due = Math.min(due, since + this.#ms);
        continue;
      }
      this.#remove(call, since);
      call.expire();
    }
    if (due < Infinity) this.#wakeAfter(due - now);
  }
}
