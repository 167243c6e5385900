// Engine parts that not every session needs. In a worker each is a file of its own, so that a page downloads only what
// its sessions use.
import type { Engine } from '../boundary/engine.ts';
import { type EngineMethod, mapMethods } from '../boundary/engine-methods.ts';
import { once } from '../boundary/part.ts';
import type { LaterCommands } from './later.ts';

export const workspacePart = once('the memory of a workspace', () => import('./workspace/workspace-search.ts'));
/** Loads the later commands, and the reads of addresses that are not files, which requests and searches hand out. */
export const laterPart = once('prompts, addresses, export, import and erasing', () => import('./later.ts'));

const LATER: { readonly [Method in keyof LaterCommands]: true } = {
  contextBasis: true,
  commitContext: true,
  withhold: true,
  textsOf: true,
  erase: true,
  knownParts: true,
  readPart: true,
  recallBlock: true,
  sessionRows: true,
  salvage: true,
  countTokens: true,
  importBasis: true,
  commitImport: true,
};

/**
 * Returns methods that load their part at the first call and reject with `part-unavailable` if loading fails.
 * @param make makes the commands from the loaded part
 */
export function onDemand(
  make: (part: typeof import('./later.ts')) => LaterCommands,
): LaterCommands & Pick<Engine, 'warm'> {
  let made: LaterCommands | undefined;
  const load = async (): Promise<LaterCommands> => {
    const part = await laterPart();
    return (made ??= make(part));
  };
  const later: LaterCommands = mapMethods(LATER, (name) => (...args) => {
    const call = (commands: LaterCommands) => (commands[name as keyof LaterCommands] as EngineMethod)(...args);
    // Once loaded, call at once so that commands keep their order.
    return made ? call(made) : load().then(call);
  });
  return {
    ...later,
    warm: async () => void (await load()),
  };
}
