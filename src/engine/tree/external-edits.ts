// Adopts files that another program changed, if storage is a folder: each edit becomes a revision of the session. Edits
// that do not fit stay on disk and are reported.
import { isWorkingMemoryError } from '../../errors.ts';
import { decideAdoption, heldBackFile } from '../../tree/files/adoption.ts';
import type { HeldBack, HeldBackFile } from '../../tree/files/document.ts';
import { checkPath, OVERVIEW } from '../../tree/paths.ts';
import { checkWrite } from '../../tree/files/tree-checks.ts';
import { utf8Bytes } from '../../tree/utf8-bytes.ts';
import type { EngineContext } from '../engine-context.ts';
import { isExternallyEdited } from '../session/recovery/verifying.ts';

/** Commits the external edits that fit, with the source `user`, and holds back the rest. */
export async function adoptExternalEdits({ session, ports, settings }: EngineContext): Promise<void> {
  if (!ports.storage.externallyEditable) return;
  const { state } = session;
  const edited = (await session.allRows('files')).filter(({ value }) => isExternallyEdited(value));
  const texts = new Map<string, string | undefined>();
  const heldBack: HeldBackFile[] = [];
  for (const { key, value } of edited) {
    const { text, unreadable } = (value ?? {}) as { text?: unknown; unreadable?: Omit<HeldBack, 'path'> };
    const bytes = unreadable?.bytes ?? (typeof text === 'string' ? utf8Bytes(text) : 0);
    const reason = refusal(key, text) ?? unreadable?.reason;
    if (reason === undefined) texts.set(key, typeof text === 'string' ? text : undefined);
    // Every prompt contains the overview: the storage moves an unreadable one aside and gets the last known text.
    else if (key === OVERVIEW && unreadable) texts.set(key, undefined);
    else heldBack.push(heldBackFile(key, bytes, reason));
  }
  // Restores a deleted overview from memory; without one, the opening of the session writes the template.
  if (texts.has(OVERVIEW) && texts.get(OVERVIEW) === undefined) {
    const known = state.files.get(OVERVIEW)?.text;
    if (known === undefined) texts.delete(OVERVIEW);
    else texts.set(OVERVIEW, known);
  }
  const misfits = async (): Promise<readonly HeldBackFile[]> =>
    session.command(
      () => texts,
      () => {
        const { events, texts: files, heldBack: result } = decideAdoption(state, texts, settings.files);
        return { events, content: { files }, result };
      },
    );
  if (texts.size > 0) heldBack.push(...(await misfits()));
  state.heldBack.clear();
  for (const held of heldBack) {
    // Without an overview no session could open: the template takes its place, and the file is moved aside.
    if (held.path !== OVERVIEW || state.files.has(OVERVIEW)) state.heldBack.set(held.path, held);
  }
}

/** Returns why no command would accept the edit, in English; undefined if one would. */
function refusal(path: string, text: unknown): string | undefined {
  try {
    if (typeof text === 'string') checkWrite(path, text);
    else checkPath(path);
    return undefined;
  } catch (error) {
    if (isWorkingMemoryError(error, 'path-not-allowed')) return `the path is not allowed (${error.details.rule})`;
    if (isWorkingMemoryError(error, 'invalid-input')) return `the text must be ${error.details.expected}`;
    throw error;
  }
}
