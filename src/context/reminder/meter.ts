// The context meter: how full the model's window is, and when the model is shown it. Pure.
import type { ContextWording } from '../words/wording.ts';
import type { Settings } from '../../options/options.ts';
import { isLiteral } from '../placement.ts';
import type { Pressure } from './pressure.ts';
import { PRESSING_ABOVE } from '../../options/policy.ts';
import { actionHintOf, bandEdge, pressureOf } from './pressure.ts';

/** The numbers that a meter of form `block` shows a model. */
export interface ContextMeta {
  /** Tokens of the whole request: system prompt, tools, overview, history, appended notes. */
  readonly tokensUsed: number;
  readonly tokensMax: number;
  /** tokensUsed / tokensMax; above 1 when the request is too large. */
  readonly ratio: number;
  /**
   * (used − fixed) ÷ (window − fixed), at least 0. Fixed is what no folding removes: system prompt, tools, pinned
   * overview. Equal to `ratio` with `placement: 'literal'`.
   */
  readonly fill: number;
  /** The band of `fill`. */
  readonly pressure: Pressure;
  /** `normal`, `light_compression`, `medium_compression`, `heavy_compression` or `emergency_compression`. */
  readonly actionHint: string;
  /** Messages of the app's list that the request shows. */
  readonly messagesInHistory: number;
  /** UTF-8 bytes of overview.md. */
  readonly workingMemorySize: number;
}

/** Returns the used percent of the window, rounded down: the only form in which a percentage is shown. */
export const percentOf = ({ tokensUsed, tokensMax }: Pick<ContextMeta, 'tokensUsed' | 'tokensMax'>): number =>
  Math.floor((tokensUsed * 100) / tokensMax);

/**
 * Returns the meter for whole numbers of at least 0; `tokensMax` at least 1.
 * @param counted nothing is fixed by default
 */
export function contextMeta({
  fixed = 0,
  ...counted
}: Pick<ContextMeta, 'tokensUsed' | 'tokensMax' | 'messagesInHistory' | 'workingMemorySize'> & {
  readonly fixed?: number;
}): ContextMeta {
  const { tokensUsed, tokensMax, messagesInHistory, workingMemorySize } = counted;
  const ratio = tokensUsed / tokensMax;
  const fill = fillOf(tokensUsed, tokensMax, fixed);
  const pressure = pressureOf(fill);
  const actionHint = actionHintOf(pressure);
  return { tokensUsed, tokensMax, ratio, fill, pressure, actionHint, messagesInHistory, workingMemorySize };
}

/** Returns the fill. Where nothing can be folded, the window is as full as it looks. */
export const fillOf = (used: number, window: number, fixed: number): number =>
  fixed >= window ? used / window : Math.max(0, used - fixed) / (window - fixed);

/**
 * Renders the block as the model sees it. Names and order are fixed; `action_hint` appears only when something is to be
 * done.
 */
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

/** Renders the meter in one line. */
export const meterLine = (meta: ContextMeta, wording: ContextWording): string =>
  wording.meter(grouped(meta.tokensUsed), grouped(meta.tokensMax), percentOf(meta));

/** Writes a number as `128,000`, whatever the locale of the machine. */
const grouped = (tokens: number): string => String(tokens).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Fill below which usage is no news. */
const NEWS_FROM = 0.5;

/**
 * Whether to tell the band: it is fuller than the model was told, from `NEWS_FROM` on. Literal placement tells every
 * band, as the sources do.
 */
export const isBandNews = (
  told: Pressure | undefined,
  { fill, pressure }: Pick<ContextMeta, 'fill' | 'pressure'>,
  settings: Pick<Settings['context'], 'placement'>,
): boolean => (fill >= NEWS_FROM || isLiteral(settings)) && bandEdge(told, pressure);
