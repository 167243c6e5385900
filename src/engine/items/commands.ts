// Commands on items: check the arguments, gather, and apply the pure rules of the store.
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { checkEdit, decideRestore, decideUpdate } from '../../items/editing.ts';
import { decideSweep, expire } from '../../items/expiry.ts';
import { decideForget } from '../../items/forgetting/forgetting.ts';
import { readRequest, withWarning } from '../../items/forgetting/request.ts';
import { checkItem, type Newcomer } from '../../items/item.ts';
import { decideMemorize, refuseOversized } from '../../items/memorize.ts';
import { type EngineContext, itemCommand } from '../engine-context.ts';
import { clearedLedger } from '../ledger.ts';
import { type Quotations, readQuotations, redactQuotations } from './quotations.ts';

type ItemCommands = Pick<Engine, 'memorize' | 'forget' | 'restore' | 'update' | 'sweep' | 'step'>;

export function itemCommands(context: EngineContext): ItemCommands {
  const { settings, ports, session, vectors } = context;
  const { limits, importance } = settings;
  const { state } = session;
  return {
    async memorize(items) {
      const defaults = { importance: importance.default, maxTextLength: limits.maxTextLength };
      const checked = items.map((item) => checkItem(item, defaults));
      const count = async (): Promise<Newcomer[]> => {
        const newcomers: Newcomer[] = [];
        for (const item of checked) {
          const tokens = await ports.tokenizer.count(item.content.text);
          refuseOversized(tokens, limits);
          newcomers.push({ ...item, id: ports.ids(), tokens });
        }
        return newcomers;
      };
      return itemCommand(context, count, (newcomers, order, { now }) => ({
        ...decideMemorize(state, newcomers, { now, limits }, order),
        content: { items: new Map(newcomers.map(({ id, content }) => [id, content])) },
      }));
    },

    async forget(request, mode) {
      const selection = readRequest(request);
      if (mode !== 'soft' && mode !== 'hard') throw invalidInput('mode', "'soft' or 'hard'", kindOf(mode));
      const gather = async (): Promise<Quotations | undefined> => {
        if (mode !== 'hard') return undefined;
        await vectors.everythingKnown();
        return readQuotations(session);
      };
      const result = await itemCommand(context, gather, (quotations, order, { now }) => {
        const decision = decideForget(state, { selection, mode, now, limits }, order);
        if (!quotations) return decision;
        const texts = decision.result.forgotten.flatMap(
          ({ id }) => (state.items.get(id) ?? state.tail.get(id))?.text ?? [],
        );
        const { events, content } = redactQuotations(state, quotations, texts);
        const ledger = texts.length > 0 ? clearedLedger(state) : [];
        const erasing = [...decision.events, ...events];
        const blocks = vectors.decideErasure(erasing);
        return {
          ...decision,
          events: [...erasing, ...blocks.events],
          content: { ...content, ...blocks.content, ledger },
        };
      });
      return withWarning(selection, result, settings);
    },

    restore: async (id) =>
      itemCommand(
        context,
        () => id,
        (_, order) => decideRestore(state, id, order),
      ),

    async update(id, edit) {
      const checked = checkEdit(edit);
      return itemCommand(
        context,
        () => id,
        (_, order) => decideUpdate(state, { id, edit: checked }, order),
      );
    },

    sweep: async () =>
      itemCommand(
        context,
        () => undefined,
        (_, order) => decideSweep(state.usage, order),
      ),

    step: async () =>
      itemCommand(
        context,
        () => undefined,
        (_, order, { step }) => {
          const { events } = expire(state.usage, order);
          return { events: [...events, { type: 'step-advanced', step: step + 1 }], result: step + 1 };
        },
      ),
  };
}
