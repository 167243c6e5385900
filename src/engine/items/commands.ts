// Commands on items: check the arguments, gather, and apply the pure rules of the store.
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { checkIds, decideRestore, decideTouch } from '../../items/arriving/touch.ts';
import { decideSetLimits } from '../../items/capacity/set-limits.ts';
import { checkEdit, decideUpdate } from '../../items/editing.ts';
import { decideSweep, expire } from '../../items/expiry.ts';
import type { ForgetMode } from '../../items/events.ts';
import { checkId } from '../../items/item.ts';
import { decideForget, type Erasure, type ForgetTerms } from '../../items/forgetting/forgetting.ts';
import { readRequest, withWarning } from '../../items/forgetting/request.ts';
import { checkPassage } from '../../items/forgetting/strategies.ts';
import { oneOfNames } from '../../options/nearest.ts';
import { redactor } from '../../tree/quotations/redaction.ts';
import { type EngineContext, itemCommand } from '../engine-context.ts';
import { clearedLedger } from '../ledger.ts';
import { alikeTexts } from '../recall/alike-texts.ts';
import { memorizeCommands } from './memorize.ts';
import { areComplete, originsOf, type Quotations, readQuotations, redactQuotations } from './quotations.ts';

type ItemCommands = Pick<
  Engine,
  'memorize' | 'revise' | 'touch' | 'forget' | 'restore' | 'update' | 'sweep' | 'step' | 'setLimits'
>;

const quotes: ForgetTerms['quotes'] = (texts) => {
  const redact = redactor(texts);
  return ({ text }) => redact(text) !== text;
};

/** @throws invalid-input */
function checkAlso(also: unknown, mode: ForgetMode): readonly string[] {
  if (also === undefined) return [];
  if (mode === 'soft') throw invalidInput('also', "absent: only mode 'hard' erases texts", kindOf(also));
  if (!Array.isArray(also)) throw invalidInput('also', 'an array of texts', kindOf(also));
  return Array.from(also, (text) => checkPassage('also', text));
}

export function itemCommands(context: EngineContext): ItemCommands {
  const { settings, limits, ports, session, transcript, vectors } = context;
  const { state } = session;
  return {
    ...memorizeCommands(context),

    async forget(request, mode, also) {
      const selection = readRequest(request);
      if (mode !== 'soft' && mode !== 'hard')
        throw invalidInput('mode', oneOfNames(mode, ['soft', 'hard']), kindOf(mode));
      const named = [...checkAlso(also, mode), ...(selection.by === 'text' && mode === 'hard' ? [selection.text] : [])];
      // Adopts edits on disk first, so that they are searched, too. Other storages must not wait here, to keep the
      // order of commands.
      if (mode === 'hard' && ports.storage.externallyEditable) await ports.adoptEdits?.(context);
      // Quotations are read before the decision, but only the decision tells which texts to look for: it may run again.
      let texts: readonly string[] = named;
      const asked = selection.by === 'message' ? [selection.message] : [];
      let origins: readonly number[] = asked;
      let emptied = new Set<number>();
      let erased: Omit<Erasure, 'remaining'> | undefined;
      const gather = async (): Promise<Quotations | undefined> => {
        if (mode !== 'hard') return undefined;
        await vectors.everythingKnown();
        return readQuotations(session, transcript, texts, origins);
      };
      const result = await itemCommand(context, gather, (quotations, order, { now }) => {
        const terms = { selection, mode, also: named, now, limits: limits.current, quotes, emptied };
        const decision = decideForget(state, terms, order);
        if (!quotations) return decision;
        const gone = decision.result.forgotten.flatMap(({ id }) => state.items.get(id) ?? state.tail.get(id) ?? []);
        texts = [...named, ...gone.map(({ text }) => text)];
        origins = [...asked, ...originsOf(gone)];
        if (!areComplete(quotations, state, texts, origins)) return { ...decision, again: true };
        const { events, content, said, ...changed } = redactQuotations(state, quotations, texts);
        if (said.some((index) => !emptied.has(index))) {
          emptied = new Set([...emptied, ...said]);
          return { ...decision, again: true };
        }
        erased = changed;
        const ledger = texts.length + origins.length > 0 ? clearedLedger(state) : [];
        const erasing = [...decision.events, ...events];
        const blocks = vectors.decideErasure(erasing);
        return {
          ...decision,
          events: [...erasing, ...blocks.events],
          content: { ...content, ...blocks.content, ledger },
          erases: true,
        };
      });
      const warned = withWarning(selection, result, { ttl: settings.ttl, limits: limits.current });
      if (!erased) return warned;
      return { ...warned, erasure: { ...erased, remaining: await alikeTexts(context, texts) } };
    },

    async touch(ids) {
      const checked = checkIds(ids);
      return itemCommand(
        context,
        () => undefined,
        (_, order, { now }) => decideTouch(state, checked, { now, limits: limits.current }, order),
      );
    },

    restore: async (id) =>
      itemCommand(
        context,
        () => checkId(id),
        (_, order, { now }) => decideRestore(state, id, { now, limits: limits.current }, order),
      ),

    async update(id, edit) {
      const checked = checkEdit(edit);
      return itemCommand(
        context,
        () => checkId(id),
        (_, order, { now }) => {
          const { labels, ...decision } = decideUpdate(
            state,
            { id, edit: checked },
            { now, limits: limits.current },
            order,
          );
          return { ...decision, content: { items: new Map([[id, labels]]) } };
        },
      );
    },

    setLimits: async (given) =>
      itemCommand(
        context,
        () => undefined,
        (_, order) => {
          const decision = decideSetLimits(state, { former: limits.current, given }, order);
          return { ...decision, committed: () => (limits.current = { ...decision.result.limits }) };
        },
      ),

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
