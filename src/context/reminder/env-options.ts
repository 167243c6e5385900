// Reminder options from environment variables. Pure: the variables come in as a value.
import { describe, WorkingMemoryError } from '../../errors.ts';
import { OPTIONS } from '../../options/options.ts';
import type { ReminderOptions } from './reminder.ts';

type ReminderOption = 'maxRounds' | 'minRounds' | 'tokenThreshold' | 'enabled';

const VARIABLES: readonly (readonly [variable: string, name: ReminderOption])[] = [
  ['WM_MAX_ROUNDS', 'maxRounds'],
  ['WM_MIN_ROUNDS', 'minRounds'],
  ['WM_TOKEN_THRESHOLD', 'tokenThreshold'],
  ['WM_ENABLE_REMINDER', 'enabled'],
];

const SWITCH: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  on: true,
  yes: true,
  false: false,
  '0': false,
  off: false,
  no: false,
};

/** Part of the options of `openWorkingMemory`: spread it, or take its `context` into your own. */
export interface OptionsFromEnv {
  readonly context: { readonly reminder: Partial<Pick<ReminderOptions, ReminderOption>> };
}

/**
 * Reads `WM_MAX_ROUNDS`, `WM_MIN_ROUNDS` (whole numbers of rounds, or Infinity), `WM_TOKEN_THRESHOLD` (whole percent,
 * 0–100) and `WM_ENABLE_REMINDER` (true, false, 1, 0, on, off, yes, no). Absent and blank variables are left out, so
 * their defaults apply.
 * @param env variables by name, such as `process.env` or the bindings of a worker at the edge
 * @throws invalid-option with the name of the variable
 */
export function optionsFromEnv(env: Readonly<Record<string, string | undefined>>): OptionsFromEnv {
  const reminder: Record<string, number | boolean> = {};
  for (const [variable, name] of VARIABLES) {
    // Some hosts hand out numbers and booleans.
    const given = String(env[variable] ?? '').trim();
    if (given !== '') reminder[name] = valueOf(variable, name, given);
  }
  return { context: { reminder } };
}

function valueOf(variable: string, name: ReminderOption, given: string): number | boolean {
  const isSwitch = name === 'enabled';
  const value = isSwitch ? SWITCH[given.toLowerCase()] : numberOf(given);
  const { accepts, expected } = OPTIONS.context.reminder[name];
  if (value !== undefined && accepts(value)) return value;
  const understood = isSwitch ? Object.keys(SWITCH).join(', ') : expected;
  throw new WorkingMemoryError(
    'invalid-option',
    `The environment variable ${variable} is ${describe(given)}. It must be ${isSwitch ? 'one of ' : ''}${understood}.`,
    { option: variable, expected: understood },
  );
}

/** Parses digits only: `Number` also accepts '0x5', '5e1' and ''. */
const numberOf = (given: string): number | undefined => (/^(?:\d+|Infinity)$/.test(given) ? Number(given) : undefined);
