// Answers the ordering queries of the pure item rules from the kernel, for one time of the session. Read-only.
import { EXPIRED_UNPROTECTED, type EvictionRank } from '../../items/eviction.ts';
import { agesFrom } from '../../items/item.ts';
import type { Order } from '../../items/order.ts';
import type { Columns, Kernel } from '../../kernel/kernel.ts';
import type { SessionTime } from '../session/session-time.ts';
import type { RecallIndex } from '../recall/recall-index.ts';

export function itemOrder(index: RecallIndex, moment: SessionTime): Order {
  let isThere = false;
  // A command asks several questions about one moment, and nothing expires in between.
  const ask = <Answer>(question: (kernel: Kernel) => Answer): Answer => {
    if (isThere) return index.ask(question);
    isThere = true;
    return index.askAt(moment.now, question);
  };
  const rank = (kernel: Kernel, slot: number): EvictionRank => {
    const { id, importance, tokens } = index.itemAt(slot);
    const victimClass = kernel.classOf(slot, moment);
    const priority = kernel.priority(slot, moment.now);
    return { id, position: kernel.position(slot), victimClass, importance, priority, tokens };
  };
  return {
    expired: () =>
      ask((kernel) =>
        index.items.expired().map(({ item, ...place }) => {
          const { id, importance, step, tokens, pinned, forgotten } = item;
          const createdAt = agesFrom(item);
          const rated = kernel.rate({ importance, createdAt, step, tokens, pinned, forgotten }, moment);
          return { id, importance, tokens, ...place, ...rated };
        }),
      ),

    late: (newcomers) =>
      ask((kernel) => {
        let position = kernel.live;
        return newcomers.flatMap((newcomer) => {
          const expiredAt = index.items.expiryOf(newcomer);
          if (newcomer.pinned || moment.now <= expiredAt) {
            position++;
            return [];
          }
          const { id, importance, tokens } = newcomer;
          const columns: Columns = { step: moment.step, forgotten: false, ...newcomer };
          return [{ id, position, importance, tokens, expiredAt, ...kernel.rate(columns, moment) }];
        });
      }),

    expiredSoftly: () =>
      ask((kernel) => {
        const everyone = { newcomers: [], leaving: [], overItems: kernel.live, overTokens: 0 };
        return kernel
          .victims(moment, everyone)
          .victims.filter(({ victimClass }) => victimClass === EXPIRED_UNPROTECTED)
          .map(({ slot }) => rank(kernel, slot));
      }),

    victims: ({ newcomers, leaving, overItems, overTokens }) =>
      ask((kernel) => {
        const columns = newcomers.map((newcomer): Columns => ({ step: moment.step, forgotten: false, ...newcomer }));
        const slots = leaving.map(({ id }) => index.slotOf(id));
        const answer = kernel.victims(moment, { newcomers: columns, leaving: slots, overItems, overTokens });
        const victims = answer.victims.map(({ slot, newcomer, victimClass, priority }): EvictionRank => {
          if (!newcomer) return rank(kernel, slot);
          const { id, importance, tokens } = newcomers[slot] as (typeof newcomers)[number];
          return { id, position: kernel.live + slot, victimClass, importance, priority, tokens };
        });
        return { victims, enough: answer.enough };
      }),

    position: (id) => ask((kernel) => kernel.position(index.slotOf(id))),

    at: (position) =>
      ask((kernel) => {
        const slot = kernel.slotAt(position);
        return slot === undefined ? undefined : index.itemAt(slot).id;
      }),

    rank: (id) => ask((kernel) => rank(kernel, index.slotOf(id))),
    decay: (createdAt) => ask((kernel) => kernel.decay(createdAt, moment.now)),
  };
}
