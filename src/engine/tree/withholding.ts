// Keeps texts out of prompts that they would come into by themselves. Recall still finds them.
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import type { EngineContext } from '../engine-context.ts';

/** Of more, those named first count again. */
const MOST_WITHHELD = 1000;

export function withholding({ session, settings }: EngineContext): Pick<Engine, 'withhold'> {
  return {
    async withhold(address) {
      const name = nameOf(address);
      await session.command(
        () => undefined,
        (_, { now }) => {
          const row = session.state.session ?? { cwd: settings.workspace, createdAt: now };
          const { withheld = [] } = row;
          if (withheld.includes(name)) return { events: [], result: undefined };
          const about = { ...row, withheld: [...withheld, name].slice(-MOST_WITHHELD) };
          return { events: [{ type: 'text-withheld' }], content: { about }, result: undefined };
        },
      );
    },
  };
}

/** @throws invalid-input */
function nameOf(address: unknown): string {
  const { id, path, message } = (address ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id === 'string' && id !== '') return id;
  if (typeof path === 'string' && path !== '') return path;
  if (Number.isSafeInteger(message) && (message as number) >= 0) return `messages/${message as number}`;
  throw invalidInput('address', 'an id of an item, a path, or the index of a message', kindOf(address));
}
