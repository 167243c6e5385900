// What may be asked of forget: a strict grammar; and what is said of its answer. Pure. Loaded on the app's side: the
// engine takes what was read.
import { WorkingMemoryError } from '../../errors.ts';
import type { Settings } from '../../options.ts';
import type { ForgetResult, Selection } from './forgetting.ts';
import { checkImportance, checkTags, invalid } from '../item.ts';
import { over } from '../limits.ts';

/** What may be asked. Texts are taken without regard to case and spaces. */
export type ForgetRequest =
  | 'oldest'
  | 'least important'
  | `position:${number}`
  | `before:step_${number}`
  | (string & {})
  | { readonly ids: readonly string[] }
  /** Items that carry all of these tags. */
  | { readonly tags: readonly string[] }
  | { readonly strategy: 'importance_based'; readonly threshold?: number }
  | {
      readonly strategy: 'time_based';
      /** One of the three; an item that is exactly as old stays. */
      readonly days?: number;
      readonly hours?: number;
      readonly ms?: number;
    }
  /** Evicts as the limits would, down to these; default the store's own limits, which always hold already. */
  | { readonly strategy: 'capacity_based'; readonly maxItems?: number; readonly maxTokens?: number };

const UNDERSTOOD =
  "'oldest', 'least important', 'position:N', 'before:step_N', { ids }, { tags }, " +
  "{ strategy: 'importance_based', threshold }, { strategy: 'time_based', days | hours | ms }, " +
  "{ strategy: 'capacity_based', maxItems, maxTokens }";

const MS_OF = { days: 86_400_000, hours: 3_600_000, ms: 1 } as const;
/** Below this importance an item is forgotten by `importance_based` when no threshold is given. */
const DEFAULT_THRESHOLD = 0.1;

/** @throws invalid-input: says what is understood */
export function readRequest(request: unknown): Selection {
  if (typeof request === 'string') return readInstruction(request);
  if (typeof request !== 'object' || request === null) throw notUnderstood(request);
  const { ids, tags, strategy, threshold, maxItems, maxTokens } = request as Record<string, unknown>;
  const names = Object.keys(request)
    .filter((name) => name !== 'strategy')
    .sort();
  const only = (...known: string[]): boolean => names.every((name) => known.includes(name));
  if (strategy === undefined && names.join() === 'ids') return { by: 'ids', ids: checkIds(ids) };
  if (strategy === undefined && names.join() === 'tags') return { by: 'tags', tags: checkSomeTags(tags) };
  if (strategy === 'importance_based' && only('threshold')) {
    return { by: 'importance', below: threshold === undefined ? DEFAULT_THRESHOLD : checkImportance(threshold) };
  }
  if (strategy === 'time_based' && names.length === 1 && only(...Object.keys(MS_OF))) {
    return { by: 'age', olderThanMs: readAge(names[0] as keyof typeof MS_OF, request as Record<string, unknown>) };
  }
  if (strategy === 'capacity_based' && only('maxItems', 'maxTokens')) {
    return {
      by: 'capacity',
      ...(maxItems !== undefined && { maxItems: checkLimit('maxItems', maxItems) }),
      ...(maxTokens !== undefined && { maxTokens: checkLimit('maxTokens', maxTokens) }),
    };
  }
  throw notUnderstood(request);
}

function readInstruction(text: string): Selection {
  const plain = text.toLowerCase().replace(/\s+/g, '');
  if (plain === 'oldest') return { by: 'oldest' };
  if (plain === 'leastimportant') return { by: 'least-important' };
  const [, position] = /^position:(\d{1,15})$/.exec(plain) ?? [];
  if (position !== undefined) return { by: 'position', position: Number(position) };
  const [, step] = /^before:step_(\d{1,15})$/.exec(plain) ?? [];
  if (step !== undefined) return { by: 'before-step', step: Number(step) };
  throw notUnderstood(text);
}

function readAge(unit: keyof typeof MS_OF, request: Record<string, unknown>): number {
  const value = request[unit];
  if (typeof value !== 'number' || !(value >= 0)) throw invalid(unit, 'a number of at least 0', value);
  return value * MS_OF[unit];
}

/** No tag at all would select everything. */
function checkSomeTags(tags: unknown): string[] {
  const checked = checkTags(tags);
  if (checked.length === 0) throw invalid('tags', 'at least one tag', tags);
  return checked;
}

function checkLimit(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw invalid(name, 'a whole number of at least 0', value);
}

function checkIds(ids: unknown): readonly string[] {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string' && id !== '');
  if (!isList) throw invalid('ids', 'an array of ids', ids);
  return [...new Set(ids as string[])];
}

function notUnderstood(request: unknown): WorkingMemoryError {
  const shown = typeof request === 'string' ? ` ${JSON.stringify(request.slice(0, 60))}` : '';
  return new WorkingMemoryError(
    'invalid-input',
    `This forget instruction${shown} is not understood. Understood are ${UNDERSTOOD}. Nothing was changed.`,
    { argument: 'request', expected: UNDERSTOOD },
  );
}

/** Why a request could not do what it says, where that is so. */
export function warningOf(
  selection: Selection,
  { forgotten, usage }: ForgetResult,
  { limits, ttl }: Pick<Settings, 'limits' | 'ttl'>,
): string | undefined {
  if (selection.by === 'age' && selection.olderThanMs >= ttl.hardMs) {
    return `Items leave the store after ${ttl.hardMs} ms anyway (ttl.hardMs); only the long tail can hold older ones.`;
  }
  if (selection.by !== 'capacity' || forgotten.length > 0) return undefined;
  const { overItems, overTokens } = over(usage.after, { ...limits, ...selection });
  if (overItems <= 0 && overTokens <= 0) return 'The store is within these limits; nothing had to leave.';
  return 'Nothing could be forgotten: what is left is pinned or forgotten softly already.';
}
