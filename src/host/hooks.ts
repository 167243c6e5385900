// Functions of the app that a memory calls besides its work; their code is loaded only if they are given.
import type { CommandNews } from '../api/watching/command-news.ts';
import type { OnBeforeWrite } from '../api/writing/before-write.ts';
import type { Engine } from '../boundary/engine.ts';
import type { CommandObserver } from '../client/observing/command-observer.ts';
import { consolePart, gatePart, observerPart } from '../client/parts.ts';
import type { Settings } from '../options/options.ts';
import { rule } from '../options/rules.ts';
import type { Clock } from '../ports/clock.ts';

export interface HookOptions {
  /**
   * Decides about every text of the app and its model before it is stored: allows it, puts it into quarantine or
   * rejects it (docs/threat-model.md). Has half of `deadlineMs` for all texts of one call; an error, another answer or
   * none in time is `port-failed`, and nothing is stored.
   */
  readonly onBeforeWrite?: OnBeforeWrite;
  /**
   * Receives a report of each completed call: name, milliseconds, attempts, bytes, code, ids (docs/watching.md).
   * @example
   * const memory = await openWorkingMemory({
   *   session: 'chat-42',
   *   onCommand: ({ command, ms, code }) => console.log(command, ms, code ?? 'done'),
   * });
   */
  readonly onCommand?: (news: CommandNews) => void;
  /** Writes a line for each call to `console.debug`: its name, session, milliseconds and code, no text. Default false. */
  readonly debug?: boolean;
}

const hook = rule<unknown>('a function', (value) => typeof value === 'function');

const isFlag = rule<unknown>('true or false', (value) => typeof value === 'boolean');

export const HOOKS = { onBeforeWrite: hook, onCommand: hook, debug: isFlag };

/** Puts `onBeforeWrite` before an engine, if there is one. */
export async function gateOf(
  { onBeforeWrite }: HookOptions,
  { deadlineMs }: Settings,
): Promise<(engine: Engine) => Engine> {
  return onBeforeWrite ? (await gatePart()).gate(onBeforeWrite, deadlineMs) : (engine) => engine;
}

export async function observerOf(
  { onCommand, debug = false, clock }: HookOptions & { readonly clock?: Clock | undefined },
  { session }: Settings,
): Promise<CommandObserver | undefined> {
  if (!onCommand && !debug) return undefined;
  const told = [...(onCommand ? [onCommand] : []), ...(debug ? [(await consolePart()).logCommand] : [])];
  return (await observerPart()).observeCommands(told, session, clock);
}
