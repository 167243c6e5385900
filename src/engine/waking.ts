// Wakes an owner that was not called for a while: it may have slept, as in a frozen tab, and missed commits. Before it
// answers it takes over those of others, so that nothing comes back that was erased meanwhile.
import type { Engine } from '../boundary/engine.ts';
import { type EngineMethod, mapMethods } from '../boundary/engine-methods.ts';
import { ASLEEP_AFTER_MS, LONGEST_WAKING_MS } from '../options/policy.ts';
import { deadline } from '../ports/deadline.ts';
import { systemClock } from '../ports/system.ts';
import type { EngineContext } from './engine-context.ts';

/**
 * Returns the same engine, which wakes by the host's clock: the app's clock may run as it likes, and this must
 * not read it more often. A storage that does not answer delays no read for longer than `LONGEST_WAKING_MS`.
 */
export function waking(
  engine: Omit<Engine, 'doze'>,
  { session, settings }: Pick<EngineContext, 'session' | 'settings'>,
): Engine {
  let asked = systemClock();
  let catchingUp: Promise<void> | undefined;
  const wake = (): Promise<void> => {
    const longest = Math.min(LONGEST_WAKING_MS, settings.deadlineMs / 2);
    // If anything stands in the way, the call itself meets it and reports it.
    return deadline(
      () => session.catchUp(),
      longest,
      () => new Error('late'),
    )
      .catch(() => undefined)
      .finally(() => (catchingUp = undefined));
  };
  const awake = mapMethods(engine, (_, method: EngineMethod) => async (...args) => {
    const now = systemClock();
    if (Math.abs(now - asked) > ASLEEP_AFTER_MS) catchingUp ??= wake();
    asked = now;
    // Otherwise call at once, so that commands keep their order.
    if (catchingUp) await catchingUp;
    return method(...args);
  });
  return {
    ...awake,
    async doze() {
      asked = -Infinity;
    },
    close: engine.close,
  };
}
