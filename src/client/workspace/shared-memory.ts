// Implements memory.shared: a separate memory under the reserved name, opened with the first call.
import type { SharedMemory, WorkingMemory } from '../../api/memory.ts';
import { workspaceNotNamed } from '../../errors.ts';
import { isNamed } from '../../options/names.ts';

export interface SharedClient {
  readonly face: SharedMemory;
  /** Returns the memory behind it, opened with the first call. */
  opened(): Promise<WorkingMemory>;
  close(): Promise<void>;
}

/**
 * Creates `memory.shared`.
 * @param of memory whose methods it has
 * @param open opens the shared memory of the workspace
 */
export function sharedClient(
  of: Pick<WorkingMemory, 'items' | 'files'>,
  workspace: string,
  open: () => Promise<WorkingMemory>,
  refuseClosed: () => void,
): SharedClient {
  let opening: Promise<WorkingMemory> | undefined;
  const opened = async (): Promise<WorkingMemory> => {
    refuseClosed();
    if (!isNamed(workspace)) throw workspaceNotNamed('memory.shared');
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;
  /** Returns methods that each wait for the memory and then ask it, so the order of calls stays. */
  const faceOf = <Group extends 'items' | 'files'>(group: Group): WorkingMemory[Group] => {
    const names = Object.keys(of[group]);
    const ask =
      (name: string) =>
      async (...args: unknown[]) =>
        ((await opened())[group] as unknown as Methods)[name]?.(...args);
    return Object.fromEntries(names.map((name) => [name, ask(name)])) as unknown as WorkingMemory[Group];
  };
  const items: SharedMemory['items'] = {
    ...faceOf('items'),
    async *audit(options) {
      yield* (await opened()).items.audit(options);
    },
  };
  return {
    face: { items, files: faceOf('files') },
    opened,
    close: async () => {
      const memory = await opening?.catch(() => undefined);
      await memory?.close();
    },
  };
}
