// The context windows that runs are replayed in: fixed ones, and shares of a run's own size.

export interface WindowRule {
  readonly label: string;
  /** Fixed, in tokens. */
  readonly tokens?: number;
  /** Of the run's tokens without its system prompt and first user message. */
  readonly share?: number;
}

/** Shorter runs say nothing about a share of them. */
const SHORTEST_RUN = 1500;
const SMALLEST_ROOM = 800;
/** The library takes no smaller one. */
const SMALLEST_WINDOW = 1000;

export const fixedWindow = (tokens: number): WindowRule => ({
  label: tokens % 1000 === 0 ? `${tokens / 1000}k` : String(tokens),
  tokens,
});

export const shareWindow = (share: number): WindowRule => ({ label: `${share} of run`, share });

/** In tokens; undefined where the run is too short for the rule. */
export function windowFor(rule: WindowRule, fixedTokens: number, otherTokens: number): number | undefined {
  if (rule.tokens !== undefined) return rule.tokens;
  if (otherTokens < SHORTEST_RUN) return undefined;
  const room = Math.round(Math.max(SMALLEST_ROOM, (rule.share ?? 1) * otherTokens));
  return Math.max(SMALLEST_WINDOW, fixedTokens + room);
}

/** How a run relates to its window: its largest request in an unlimited window ÷ the window. */
export const RELATIONS = ['fits', '70–100 %', '1–2 ×', 'over 2 ×'] as const;
export type Relation = (typeof RELATIONS)[number];

/** The largest share of the window in each but the last. */
const UP_TO = [0.7, 1, 2];

export const relationOf = (runTokens: number, windowTokens: number): Relation => {
  const place = UP_TO.findIndex((share) => runTokens <= share * windowTokens);
  return RELATIONS[place < 0 ? RELATIONS.length - 1 : place] as Relation;
};
