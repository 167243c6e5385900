// The entry for hosts that have an environment: its variables as options. A page has none, and need not load it.
export { optionsFromEnv, type OptionsFromEnv } from '../context/reminder/env-options.ts';
