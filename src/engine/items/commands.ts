// Commands on items: check the arguments, gather, and apply the pure rules of the store.
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { decideRestore, decideTouch } from '../../items/arriving/touch.ts';
import { decideSetLimits } from '../../items/capacity/set-limits.ts';
import { checkEdit, decideUpdate } from '../../items/editing.ts';
import { decideSweep, expire } from '../../items/expiry.ts';
import type { ForgetMode } from '../../items/events.ts';
import { checkId, checkIds } from '../../items/item.ts';
import { decideForget, type ForgetResult, type ForgetTerms } from '../../items/forgetting/forgetting.ts';
import { readRequest, withWarning } from '../../items/forgetting/request.ts';
import { checkPassage } from '../../items/forgetting/strategies.ts';
import { oneOfNames } from '../../options/nearest.ts';
import { redactor } from '../../tree/quotations/redaction.ts';
import { type EngineContext, itemCommand } from '../engine-context.ts';
import { alikeTexts } from '../recall/alike-texts.ts';
import type { Decision } from '../session/session-ports.ts';
import { memorizeCommands } from './memorize.ts';
import {
  areComplete,
  type Quotations,
  readQuotations,
  redactQuotations,
  type Redaction,
  type Sought,
  withItems,
} from './quotations.ts';

interface Forgotten {
  readonly result: ForgetResult;
  /** In mode `hard` only: what else was erased, and the texts. */
  readonly erased?: Redaction['erased'] & Pick<Sought, 'texts'>;
}

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
  const { settings, limits, ports, session, vectors } = context;
  const { state } = session;
  return {
    ...memorizeCommands(context),

    async forget(request, mode, also) {
      const selection = readRequest(request);
      if (mode !== 'soft' && mode !== 'hard')
        throw invalidInput('mode', oneOfNames(mode, ['soft', 'hard']), kindOf(mode));
      const named = checkAlso(also, mode).concat(selection.by === 'text' && mode === 'hard' ? selection.text : []);
      // Adopts edits on disk first, so that they are searched, too. Other storages must not wait here, to keep the
      // order of commands.
      if (mode === 'hard' && ports.storage.externallyEditable) await ports.adoptEdits?.(context);
      const asked = { texts: named, origins: selection.by === 'message' ? [selection.message] : [] };
      // Quotations are read before the decision, but only the decision tells which texts to look for: it may run again.
      const gather = async (sought: Sought = asked): Promise<Quotations | undefined> =>
        mode === 'hard' ? readQuotations(context, sought) : undefined;
      const { result, erased } = await itemCommand(
        context,
        gather,
        (quotations, order, { now }): Decision<Forgotten, Sought> => {
          const said: ReadonlySet<number> = quotations?.sought.said ?? new Set();
          const terms = { selection, mode, also: named, now, limits: limits.current, quotes, emptied: said };
          const { events, result } = decideForget(state, terms, order);
          if (!quotations) return { events, result: { result } };
          const gone = result.forgotten.flatMap(({ id }) => state.items.get(id) ?? state.tail.get(id) ?? []);
          const sought = { ...withItems(asked, gone, settings.transcript), said };
          const lacking = (again: Sought): Decision<Forgotten, Sought> => ({ events, result: { result }, again });
          if (!areComplete(quotations, state, sought)) return lacking(sought);
          const redaction = redactQuotations(state, quotations, sought);
          // Items that come from a message without any other words are forgotten, too.
          if (redaction.said.some((index) => !said.has(index)))
            return lacking({ ...sought, said: new Set([...said, ...redaction.said]) });
          return {
            ...vectors.decideErasure([...events, ...redaction.events], redaction.content),
            result: { result, erased: { ...redaction.erased, texts: sought.texts } },
            erases: true,
          };
        },
      );
      const warned = withWarning(selection, result, { ttl: settings.ttl, limits: limits.current });
      if (!erased) return warned;
      const { texts, ...erasure } = erased;
      return { ...warned, erasure: { ...erasure, remaining: await alikeTexts(context, texts) } };
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
