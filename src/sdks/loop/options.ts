// Checks the options of a run before anything is sent.
import type { MemoryToolOptions } from '../../api/tools.ts';
import { checkOptions, required, rule, type RuleTable } from '../../options/rules.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Accepts options that are checked where they are used, or by the provider. */
const ANY = rule('anything', () => true);

const OPTIONS = {
  model: required(rule('the name of a model', (value) => typeof value === 'string' && value !== '')),
  tools: rule('a list of tools', (value) => Array.isArray(value) && value.every(isObject)),
  instructions: rule('a text', (value) => typeof value === 'string'),
  signal: rule('an AbortSignal', (value) => typeof (value as AbortSignal | null)?.throwIfAborted === 'function'),
  maxSteps: rule(
    'a whole number of at least 1, or Infinity',
    (value) => value === Infinity || (Number.isSafeInteger(value) && Number(value) > 0),
  ),
  contextWindow: ANY,
  set: ANY,
  only: ANY,
  locale: ANY,
  allowErase: ANY,
} satisfies RuleTable & Record<keyof MemoryToolOptions, unknown>;

/** Options that some endpoints have. */
const OF_ENDPOINTS = {
  body: ANY,
  lens: ANY,
  config: ANY,
  maxTokens: required(
    rule('a whole number of at least 1', (value) => Number.isSafeInteger(value) && Number(value) > 0),
  ),
};

/** An option that only some endpoints have. */
export type OfEndpoint = keyof typeof OF_ENDPOINTS;

/** Checks the options of a run. @param own options of `OF_ENDPOINTS` that this endpoint has @throws invalid-option */
export function checkRun(given: unknown, own: readonly OfEndpoint[]): void {
  const ofEndpoint = Object.fromEntries(own.map((name) => [name, OF_ENDPOINTS[name]]));
  checkOptions(given, { ...OPTIONS, ...ofEndpoint }, 'options', 'an object such as { model }');
}
