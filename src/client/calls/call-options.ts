// Checks the options of a call, before it does anything.
import type { CallOptions } from '../../api/call-options.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { checkNames } from '../../options/nearest.ts';

/** Options that these calls take; other calls check the names of theirs where they read them. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'items.audit': ['after'],
  // A mistyped mode would hide what was to be erased.
  'items.forget': ['mode', 'also', 'signal'],
  'files.write': ['baseRevision', 'force', 'source', 'signal'],
  'files.edit': ['source'],
  'transcript.read': ['from', 'limit'],
  'context.record': ['whole', 'onProgress', 'signal'],
  'context.restore': ['branch'],
  'context.subscribe': ['texts', 'messages'],
  'sessions.list': ['everywhere', 'after', 'limit', 'olderThan'],
  // A mistyped limit of age would delete what is in use.
  'sessions.prune': ['idleFor'],
  'sessions.search': ['limit', 'signal'],
  export: ['format', 'workspace', 'signal'],
  // A mistyped dryRun would import.
  import: ['dryRun', 'conflict', 'as', 'provenance', 'signal'],
};

/** Types of options whose wrong value would do something else: the flag 'false' of a query string counts as true. */
const TYPES = {
  onProgress: 'function',
  everywhere: 'boolean',
  whole: 'boolean',
  texts: 'boolean',
  messages: 'boolean',
};

/** Checks the options of a call. @param method name of the call in the API @throws invalid-input */
export function checkOptions(method: string, options: unknown): CallOptions {
  if (options === undefined) return {};
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidInput('options', 'an object', kindOf(options));
  }
  const { signal, ...own } = options as { readonly signal?: unknown };
  if (signal !== undefined && !isSignal(signal)) throw invalidInput('signal', 'an AbortSignal', kindOf(signal));
  for (const [name, type] of Object.entries(TYPES)) {
    const given = (own as Readonly<Record<string, unknown>>)[name];
    if (given !== undefined && typeof given !== type) throw invalidInput(name, `a ${type}`, kindOf(given));
  }
  const taken = TAKEN[method];
  if (taken) checkNames('options', own, taken, `${method} takes`);
  return options;
}

const isSignal = (value: unknown): boolean =>
  typeof (value as AbortSignal | null)?.aborted === 'boolean' &&
  typeof (value as AbortSignal).addEventListener === 'function';
