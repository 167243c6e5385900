// The indexes of the workspaces of one storage, each shared by the sessions that are open in this thread.
import type { WorkspaceTexts } from './workspace-texts.ts';

export class OpenWorkspaces {
  readonly #open = new Map<string, { readonly texts: WorkspaceTexts; users: number }>();

  /** @param key identifies the workspace and all options that its index depends on */
  take(key: string, make: () => WorkspaceTexts): WorkspaceTexts {
    const one = this.#open.get(key) ?? { texts: make(), users: 0 };
    one.users++;
    this.#open.set(key, one);
    return one.texts;
  }

  /** Ends one use of an index; must be called once for each `take`. */
  leave(key: string): void {
    const one = this.#open.get(key);
    if (one && --one.users === 0) this.#open.delete(key);
  }
}
