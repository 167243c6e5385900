// Files that another program changed where storage is a folder: shown by the next read, and from then on a revision
// like any other.
import { settle } from '../../tree/files/documents.ts';
import { checkPath, OVERVIEW } from '../../tree/paths.ts';
import { checkWrite } from '../../tree/files/tree-checks.ts';
import type { EngineContext } from '../engine-context.ts';
import { isExternallyEdited } from '../session/state.ts';

/** Takes what was edited from outside into the session, as written by the user. */
export async function adoptExternalEdits({ session, ports, settings }: EngineContext): Promise<void> {
  if (!ports.storage.externallyEditable) return;
  const edited = (await session.allRows('files')).filter(({ value }) => isExternallyEdited(value));
  if (edited.length === 0) return;
  const texts = new Map<string, string | undefined>();
  for (const { key, value } of edited) {
    const text = value?.['text'];
    if (isAcceptable(key, text)) texts.set(key, typeof text === 'string' ? text : undefined);
  }
  // A deleted overview comes back: as it is known here, else from the template when the session opens.
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

/** What no command would take is left alone: it stays on disk and is not read. */
function isAcceptable(path: string, text: unknown): boolean {
  try {
    if (typeof text === 'string') checkWrite(path, text);
    else checkPath(path);
    return true;
  } catch {
    return false;
  }
}
