// Parses forget requests and adds warnings to results. Pure.
import { kindOf, WorkingMemoryError } from '../../errors.ts';
import { didYouMean } from '../../options/nearest.ts';
import type { Settings } from '../../options/options.ts';
import type { Limits } from '../limits.ts';
import type { ForgetResult } from './forgetting.ts';
import { type ForgetRequest, type Selection, STRATEGIES, strategyOf } from './strategies.ts';
import { warningText } from './warning.ts';

export type { ForgetRequest };

/** @throws invalid-input: lists every form of a request */
export function readRequest(request: unknown): Selection {
  // Models write "Least Important" and "before: step_3"; the patterns know one spelling.
  const asked = typeof request === 'string' ? request.toLowerCase().replace(/\s+/g, '') : request;
  if (typeof asked !== 'string' && (typeof asked !== 'object' || asked === null)) throw notUnderstood(request);
  for (const [by, { parse }] of Object.entries(STRATEGIES)) {
    // A parser that recognises the form but finds a wrong value throws, so it does not pass for an unknown form.
    const values = parse(asked as string | Readonly<Record<string, unknown>>);
    if (values) return { by, ...values } as Selection;
  }
  throw notUnderstood(request);
}

/** Adds the strategy's warning for this result, if it has one. */
export function withWarning(
  selection: Selection,
  result: ForgetResult,
  settings: { readonly limits: Limits } & Pick<Settings, 'ttl'>,
): ForgetResult {
  const warningDetails = strategyOf(selection).warn?.(selection, result, settings);
  return warningDetails ? { ...result, warning: warningText(warningDetails), warningDetails } : result;
}

function notUnderstood(request: unknown): WorkingMemoryError {
  const known = Object.values(STRATEGIES)
    .map(({ form }) => form)
    .join(', ');
  const names: readonly string[] = known.match(/[a-z]\w*([: ]\w+)?/gi) ?? [];
  const { strategy, ...fields } = Object(request) as Readonly<Record<string, unknown>>;
  const given = typeof request === 'string' ? [request] : [strategy, ...Object.keys(fields)];
  const wrong = given.find((name) => !names.includes(name as string) && name !== undefined);
  // Describe its kind only: the request may hold the text to forget.
  const kind = kindOf(request);
  return new WorkingMemoryError(
    'invalid-input',
    `This forget instruction${kind === undefined ? '' : `, ${kind},`} is not understood${didYouMean(wrong, names)}. Use one of ${known}. Nothing was changed.`,
    { argument: 'request', expected: known },
  );
}
