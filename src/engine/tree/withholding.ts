// Keeps texts out of prompts that they would come into by themselves. Recall still finds them.
import type { WithheldAddress } from '../../api/recall.ts';
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import type { EngineContext } from '../engine-context.ts';

/** Of more, those named first count again. */
const MOST_WITHHELD = 1000;

export function withholding({ session, settings }: EngineContext): Pick<Engine, 'withhold'> {
  return {
    async withhold(address) {
      const name = nameOf(address, settings.session);
      await session.command(
        () => undefined,
        () => {
          const { withheld = [], ...row } = session.state.session ?? {};
          if (withheld.includes(name)) return { events: [], result: undefined };
          const about = { ...row, withheld: [...withheld, name].slice(-MOST_WITHHELD) };
          return { events: [{ type: 'text-withheld' }], content: { about }, result: undefined };
        },
      );
    },
  };
}

/** The name of a text in the session's record, which is stored. */
export function withheldName({ id, path, message, session }: WithheldAddress): string {
  const name = id ?? path ?? `messages/${message ?? ''}`;
  return session === undefined ? name : JSON.stringify([session, name]);
}

/** @throws invalid-input */
function nameOf(address: unknown, own: string): string {
  const { id, path, message, session } = (address ?? {}) as Readonly<Record<string, unknown>>;
  if (session !== undefined && (typeof session !== 'string' || session === '')) {
    throw invalidInput('address.session', 'the name of the session that holds it', kindOf(session));
  }
  const elsewhere = session !== undefined && session !== own && { session };
  if (typeof id === 'string' && id !== '') return withheldName({ id, ...elsewhere });
  if (typeof path === 'string' && path !== '') return withheldName({ path, ...elsewhere });
  if (Number.isSafeInteger(message) && (message as number) >= 0) {
    return withheldName({ message: message as number, ...elsewhere });
  }
  throw invalidInput('address', 'an id of an item, a path, or the index of a message', kindOf(address));
}
