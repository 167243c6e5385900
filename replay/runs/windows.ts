// Context windows of a replay: fixed ones, and shares of a run's own size.

export interface WindowRule {
  readonly label: string;
  /** Fixed window, in tokens. */
  readonly tokens?: number;
  /** Share of the run's tokens without its system prompt and first user message. */
  readonly share?: number;
}

/** Least tokens for a share to say anything. */
const SHORTEST_RUN = 1500;
const SMALLEST_ROOM = 800;
/** Smallest window that the library accepts. */
const SMALLEST_WINDOW = 1000;

export const fixedWindow = (tokens: number): WindowRule => ({
  label: tokens % 1000 === 0 ? `${tokens / 1000}k` : String(tokens),
  tokens,
});

export const shareWindow = (share: number): WindowRule => ({ label: `${share} of run`, share });

/** Returns the window in tokens; undefined where the run is too short for the rule. */
export function windowFor(rule: WindowRule, fixedTokens: number, otherTokens: number): number | undefined {
  if (rule.tokens !== undefined) return rule.tokens;
  if (otherTokens < SHORTEST_RUN) return undefined;
  const room = Math.round(Math.max(SMALLEST_ROOM, (rule.share ?? 1) * otherTokens));
  return Math.max(SMALLEST_WINDOW, fixedTokens + room);
}

/** Classes of runs by their largest request in an unlimited window ÷ the window. */
export const RELATIONS = ['fits', '70–100 %', '1–2 ×', 'over 2 ×'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Upper bounds of all classes but the last. */
const UP_TO = [0.7, 1, 2];

export const relationOf = (runTokens: number, windowTokens: number): Relation => {
  const place = UP_TO.findIndex((share) => runTokens <= share * windowTokens);
  return RELATIONS[place < 0 ? RELATIONS.length - 1 : place] as Relation;
};
