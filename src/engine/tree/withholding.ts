// Keeps texts out of recalled notes. Recall on request still finds them.
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import type { EngineContext } from '../engine-context.ts';

/** Most withheld texts; beyond it the earliest count again. */
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

/**
 * Returns the name under which the session's row stores a withheld text.
 * @param name an id, a path, or `messages/<index>`
 */
export const withheldName = (name: string, session: string | undefined): string =>
  session === undefined ? name : JSON.stringify([session, name]);

/** @throws invalid-input */
function nameOf(address: unknown, own: string): string {
  const { id, path, message, session } = (address ?? {}) as Readonly<Record<string, unknown>>;
  if (session !== undefined && (typeof session !== 'string' || session === '')) {
    throw invalidInput('address.session', 'the name of a session', kindOf(session));
  }
  const isMessage = Number.isSafeInteger(message) && (message as number) >= 0;
  const name = [id, path, isMessage && `messages/${message as number}`].find((one) => one && typeof one === 'string');
  if (name === undefined) {
    throw invalidInput('address', 'an id, a path or a message', kindOf(address));
  }
  return withheldName(name as string, session === own ? undefined : session);
}
