// memorize and revise: count the texts, decide in the state, and find items that say nearly the same.
import type { Engine, MemorizeOptions } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { type CheckedItem, checkField, checkItem, type NewItem, type Newcomer } from '../../items/item.ts';
import { decideMemorize, type MemorizeResult } from '../../items/memorize.ts';
import { admit } from '../../items/replacing/batch.ts';
import { revisionOf } from '../../items/replacing/revision.ts';
import type { EngineContext } from '../engine-context.ts';
import { similarTo } from '../recall/similar.ts';
import { addCommand } from './add-command.ts';

/** Options of `memorize` that `revise` does not take. */
const NOT_OF_A_REVISION = ['text', 'replaces'] as const;

/** Refuses a message that does not exist yet; a later one would pass for the origin. @throws invalid-input */
function refuseUnsaid(message: number | undefined, messages: number): void {
  if (message === undefined || message < messages) return;
  throw invalidInput('message', `the index of a message in the transcript, which has ${messages}`, kindOf(message));
}

export function memorizeCommands(context: EngineContext): Pick<Engine, 'memorize' | 'revise'> {
  const { settings, limits, ports, session } = context;
  const { importance, doubles } = settings;
  const { state } = session;
  const check = (item: NewItem): CheckedItem =>
    checkItem(item, { importance: importance.default, maxTextLength: settings.limits.maxTextLength });

  function memorize(
    items: readonly CheckedItem[],
    { similar = false }: MemorizeOptions,
    complete = (newcomer: Newcomer): Newcomer => newcomer,
  ): Promise<MemorizeResult> {
    if (typeof similar !== 'boolean') throw invalidInput('similar', 'true or false', kindOf(similar));
    const count = async (): Promise<Newcomer[]> => {
      const newcomers: Newcomer[] = [];
      for (const item of items) {
        const tokens = await ports.tokenizer.count(item.content.text);
        newcomers.push({ ...item, id: ports.ids(), tokens });
      }
      return newcomers;
    };
    return addCommand(context, count, (counted, order, { now }) => {
      const newcomers = counted.map(complete);
      const { messages } = state.manifest;
      for (const { content } of newcomers) refuseUnsaid(content.message, messages);
      const { events, result, content } = decideMemorize(
        state,
        admit(state, newcomers, { doubles, expired: order.expired() }),
        { now, limits: limits.current },
        order,
      );
      return {
        events,
        content: { items: content },
        result: similar ? withSimilar(result, newcomers, now) : result,
      };
    });
  }

  function withSimilar(result: MemorizeResult, newcomers: readonly Newcomer[], now: number): MemorizeResult {
    // The kernel does not know the new items yet, but it does know these.
    const refreshed = result.items.filter((item) => item.refreshed);
    const own = new Set([...refreshed, ...result.replaced].map(({ id }) => id));
    const items = result.items.map((item, index) => {
      const { content } = newcomers[index] as Newcomer;
      return { ...item, similar: similarTo(context, content, now, own) };
    });
    return { ...result, items };
  }

  return {
    memorize: async (items, options = {}) => memorize(items.map(check), options),

    async revise(id, text, options = {}) {
      checkField('replaces', id);
      for (const name of NOT_OF_A_REVISION) {
        if (name in options) throw invalidInput(`options.${name}`, 'absent: it is an argument of revise');
      }
      const { similar, ...fields } = options;
      const item = check({ ...fields, text });
      return memorize([item], { ...(similar !== undefined && { similar }) }, (newcomer) =>
        revisionOf(state, id, newcomer),
      );
    },
  };
}
