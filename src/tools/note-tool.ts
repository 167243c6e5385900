// The tool note: the model rewrites one section of its overview.
import type { WorkingMemory } from '../api/memory.ts';
import { isWorkingMemoryError } from '../errors.ts';
import { withSection } from '../tree/overview/section.ts';
import { OVERVIEW } from '../tree/paths.ts';
import type { Document, Written } from '../tree/files/document.ts';
import { alias, text } from './input/input-field.ts';
import { overviewPercent } from './overview-room.ts';
import { defineTool, type ToolDefinition } from './tool.ts';
import type { Wording } from './words/wording.ts';

/** To write between two writes of others. */
const MOST_TRIES = 20;

export function noteTool(memory: WorkingMemory, { note, say }: Wording): ToolDefinition {
  const { files } = memory;
  const fields = {
    section: alias(text(note.section), 'heading', 'title', 'name', 'key'),
    text: alias(text(note.text, { mayBe: 'empty' }), 'content', 'body', 'value', 'note'),
  };
  /** Undefined when the file is no longer as it was, so that no one's edit is lost. */
  async function replaced(before: Document, after: string): Promise<Written | undefined> {
    const { text, revision: baseRevision } = before;
    const source = 'assistant';
    // An edit of the whole text, because a write refuses to drop most of a file. An empty text has no passage to edit.
    const writing =
      text === ''
        ? files.write(OVERVIEW, after, { baseRevision, source })
        : files.edit(OVERVIEW, text, after, { source }).catch((error: unknown) => {
            if (isWorkingMemoryError(error, 'invalid-input') && error.details.argument === 'find') return undefined;
            throw error;
          });
    const result = await writing;
    return result?.status === 'written' ? result : undefined;
  }
  return defineTool({ name: 'note', purpose: note.purpose, fields, say }, async (input, { signal }) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      signal?.throwIfAborted();
      const before = await files.read(OVERVIEW);
      const change = withSection(before.text, input.section, input.text);
      if (!('text' in change)) {
        const { outcome, heading, sections } = change;
        return outcome === 'unknown' ? say.noSection(heading, sections) : say.noHeading(sections);
      }
      const written = await replaced(before, change.text);
      if (!written) continue;
      const { revision, bytes } = written;
      return say.noted({ ...change, revision, bytes, percent: await overviewPercent(memory, OVERVIEW) });
    }
    return say.busyFile(OVERVIEW);
  });
}
