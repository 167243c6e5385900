// Adopts files that another program changed, where storage is a folder: each edit becomes a revision of the session.
import { settle } from '../../tree/files/documents.ts';
import { checkPath, OVERVIEW } from '../../tree/paths.ts';
import { checkWrite } from '../../tree/files/tree-checks.ts';
import type { EngineContext } from '../engine-context.ts';
import { isExternallyEdited } from '../session/recovery/verifying.ts';

/** Commits all external edits, with the source `user`. */
export async function adoptExternalEdits({ session, ports, settings }: EngineContext): Promise<void> {
  if (!ports.storage.externallyEditable) return;
  const edited = (await session.allRows('files')).filter(({ value }) => isExternallyEdited(value));
  if (edited.length === 0) return;
  const texts = new Map<string, string | undefined>();
  for (const { key, value } of edited) {
    const text = value?.['text'];
    if (isAcceptable(key, text)) texts.set(key, typeof text === 'string' ? text : undefined);
  }
  // Restores a deleted overview from memory; without one, the opening of the session writes the template.
  if (texts.has(OVERVIEW) && texts.get(OVERVIEW) === undefined) {
    const known = session.state.files.get(OVERVIEW)?.text;
    if (known === undefined) texts.delete(OVERVIEW);
    else texts.set(OVERVIEW, known);
  }
  if (texts.size === 0) return;
  await session.command(
    () => texts,
    () => {
      const { events, texts: files } = settle(session.state, texts, 'user', settings.files, () => undefined);
      return { events, content: { files }, result: undefined };
    },
  );
}

/** Whether a command would accept the edit; other edits stay on disk and are ignored. */
function isAcceptable(path: string, text: unknown): boolean {
  try {
    if (typeof text === 'string') checkWrite(path, text);
    else checkPath(path);
    return true;
  } catch {
    return false;
  }
}
