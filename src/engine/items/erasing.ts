// Erases items and texts from one session, for an erasure from a whole workspace.
import type { Erased } from '../../api/erasing.ts';
import type { Engine, Erasing } from '../../boundary/engine.ts';
import { decideForget } from '../../items/forgetting/forgetting.ts';
import type { Item } from '../../items/item.ts';
import { isUnmistakable } from '../../tree/quotations/occurrences.ts';
import { redactor } from '../../tree/quotations/redaction.ts';
import { type EngineContext, itemCommand, reading } from '../engine-context.ts';
import type { JournalEvent } from '../session/apply.ts';
import { areComplete, readQuotations, redactQuotations, type Sought, withItems } from './quotations.ts';

export function erasingCommands(context: EngineContext): Pick<Engine, 'textsOf' | 'erase'> {
  const { ports, session, vectors, limits, settings } = context;
  const { state } = session;
  const all = (): Item[] => [...state.items.values(), ...state.tail.values()];
  return {
    async textsOf(named) {
      reading(context);
      await session.catchUp();
      return all().flatMap((item) => (isNamed(item, named) ? item.text : []));
    },

    async erase({ texts, spare, ...named }) {
      await ports.adoptEdits?.(context);
      const { ids, userId: user } = spare ?? named;
      // A short text of a named item occurs in other facts by chance; a text that the request names is meant
      // everywhere.
      const redact = redactor(ids || user ? texts.filter(isUnmistakable) : texts);
      // Two users may say the same about themselves.
      const isMeant = ({ text, userId = user }: Item): boolean =>
        redact(text) !== text && (user === undefined || user === userId || !texts.includes(text));
      const asked = { texts, origins: [] };
      const gather = (sought: Sought = asked) => readQuotations(context, sought);
      return itemCommand(context, gather, (quotations, order, { now }) => {
        const isGoing = (item: Item): boolean =>
          spare ? isMeant(item) && !isNamed(item, spare) : isMeant(item) || isNamed(item, named);
        const going = all().filter(isGoing);
        const selection = { by: 'ids', ids: going.map(({ id }) => id) } as const;
        const terms = {
          selection,
          mode: 'hard',
          also: [],
          now,
          limits: limits.current,
          quotes: () => isGoing,
        } as const;
        const decision = decideForget(state, terms, order);
        const sought = withItems(asked, going, settings.transcript);
        if (!areComplete(quotations, state, sought)) return { events: [], result: NOTHING, again: sought };
        const { events, content } = redactQuotations(state, quotations, sought);
        const result = erasedBy(selection.ids, events);
        if (going.length + events.length === 0) return { events: [], result };
        return { ...vectors.decideErasure([...decision.events, ...events], content), result, erases: true };
      });
    },
  };
}

const NOTHING: Erased = { items: [], messages: [], files: [] };

const isNamed = ({ id, userId }: Item, { ids = [], userId: user }: Omit<Erasing, 'texts' | 'spare'>): boolean =>
  ids.includes(id) || (user !== undefined && userId === user);

function erasedBy(items: readonly string[], events: readonly JournalEvent[]): Erased {
  const messages = events.flatMap((event) => (event.type === 'message-redacted' ? event.index : []));
  const files = new Set(events.flatMap((event) => (event.type === 'file-redacted' ? event.path : [])));
  const isTitle = events.some(({ type }) => type === 'session-renamed');
  return { items, messages, files: [...files], ...(isTitle && { title: true }) };
}
