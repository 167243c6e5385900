// What happened to items, in the past tense: ids and numbers only, never a caller's words.
import type { Source, Trust } from '../provenance.ts';
import type { Usage } from './limits.ts';

export type EvictionReason = 'capacity-exceeded' | 'expired-soft' | 'expired-hard' | 'protected-last-resort';

/** An item that left by a limit or by its age. */
export interface Eviction {
  readonly id: string;
  /** Place in the queue when the command arrived, 0 = oldest; a newcomer's is the place it would have taken. */
  readonly position: number;
  readonly reason: EvictionReason;
  /** 0–8, the order in which items leave (docs/model.md). */
  readonly victimClass: number;
  readonly importance: number;
  /** importance × decay at that moment. */
  readonly priority: number;
}

export type ItemEvent =
  | {
      readonly type: 'item-memorized';
      readonly id: string;
      readonly sequence: number;
      readonly importance: number;
      readonly tokens: number;
      readonly createdAt: number;
      readonly pinned: boolean;
      readonly source: Source;
      readonly trust: Trust;
    }
  | ({ readonly type: 'item-evicted' } & Eviction)
  | ({ readonly type: 'item-expired' } & Eviction)
  | {
      readonly type: 'capacity-exceeded';
      readonly usage: Usage;
      readonly overItems: number;
      readonly overTokens: number;
    };
