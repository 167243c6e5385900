// Gives every storage call a deadline, so that the commands behind it can go on.
import { timedOut } from '../../../errors.ts';
import { deadline } from '../../../ports/deadline.ts';
import type { Storage } from '../../../storage/port.ts';

/**
 * Returns the same storage with a deadline of `ms` for each call. A commit that rejects with `timeout` may still
 * arrive; the next one then finds a newer head and catches up.
 */
export function boundedStorage(storage: Storage, ms: number): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) =>
        deadline(
          async () => Reflect.apply(member, target, args) as unknown,
          ms,
          () => timedOut(`storage.${String(name)}`, ms, 'Its write may still arrive'),
        );
    },
  });
}
