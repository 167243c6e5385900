// The context meter: how full the model's window is, and when the model is shown it. Pure.
import type { ContextWording } from '../words/wording.ts';
import type { Pressure } from './pressure.ts';
import { PRESSING_ABOVE } from '../../options.ts';
import { actionHintOf, bandEdge, pressureOf } from './pressure.ts';

export interface ContextMeta {
  /** Tokens of the whole request: system prompt, tools, overview, history, appended notes. */
  readonly tokensUsed: number;
  readonly tokensMax: number;
  /** tokensUsed / tokensMax; above 1 when the request is too large. */
  readonly ratio: number;
  readonly pressure: Pressure;
  /** `normal`, `light_compression`, `medium_compression`, `heavy_compression` or `emergency_compression`. */
  readonly actionHint: string;
  /** Messages of the app's list that the request shows. */
  readonly messagesInHistory: number;
  /** UTF-8 bytes of overview.md. */
  readonly workingMemorySize: number;
}

/** The block is shown again when usage has moved by so many percentage points. */
const NOTABLE_POINTS = 5;
/** Tolerance for ratios that are exactly 5 points apart but slightly less in binary; far below one token. */
const ROUNDING = 1e-9;
/** Used as percent of the window, rounded down: the only form in which a percentage is shown. */
export const percentOf = ({ tokensUsed, tokensMax }: Pick<ContextMeta, 'tokensUsed' | 'tokensMax'>): number =>
  Math.floor((tokensUsed * 100) / tokensMax);

/** Whole numbers of at least 0; `tokensMax` at least 1. */
export function contextMeta(
  counted: Pick<ContextMeta, 'tokensUsed' | 'tokensMax' | 'messagesInHistory' | 'workingMemorySize'>,
): ContextMeta {
  const { tokensUsed, tokensMax, messagesInHistory, workingMemorySize } = counted;
  const ratio = tokensUsed / tokensMax;
  const pressure = pressureOf(ratio);
  const actionHint = actionHintOf(pressure);
  return { tokensUsed, tokensMax, ratio, pressure, actionHint, messagesInHistory, workingMemorySize };
}

/** The block as the model sees it. Names and order are fixed; `action_hint` appears only when something is to be done. */
export function renderContextMeta(meta: ContextMeta, wording: ContextWording): string {
  const shown = {
    tokens_used: meta.tokensUsed,
    tokens_max: meta.tokensMax,
    tokens_percent: percentOf(meta),
    messages_in_history: meta.messagesInHistory,
    working_memory_size: meta.workingMemorySize,
    ...(meta.pressure !== 'normal' && { action_hint: meta.actionHint }),
  };
  const line = wording.metaReminder(meta.ratio > PRESSING_ABOVE);
  return `<context_meta>\n${JSON.stringify(shown, null, 2)}\n\n💡 ${line}\n</context_meta>`;
}

type MeterReading = Pick<ContextMeta, 'ratio' | 'pressure'>;

/**
 * Whether this request shows the block: on every user turn, at a band edge, and when usage has moved by at least 5
 * percentage points, up or down, since the last block that the model saw.
 * @param shown that block; undefined when the request shows none, as at the start of an epoch
 */
export function metaIsDue({
  shown,
  now,
  isUserTurn,
}: {
  readonly shown: MeterReading | undefined;
  readonly now: MeterReading;
  readonly isUserTurn: boolean;
}): boolean {
  if (isUserTurn || shown === undefined || bandEdge(shown.pressure, now.pressure)) return true;
  return Math.abs(now.ratio - shown.ratio) * 100 >= NOTABLE_POINTS - ROUNDING;
}
