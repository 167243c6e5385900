// The tool note: the model rewrites one section of its overview.
import type { WorkingMemory } from '../api/memory.ts';
import { withSection } from '../tree/overview/section.ts';
import { OVERVIEW } from '../tree/paths.ts';
import { alias, text } from './input/input-field.ts';
import { overviewPercent } from './overview-room.ts';
import { defineTool, type ToolDefinition } from './tool.ts';
import type { Wording } from './words/wording.ts';

export function noteTool(memory: WorkingMemory, { note, say }: Wording): ToolDefinition {
  const { files } = memory;
  const fields = {
    section: alias(text(note.section), 'heading', 'title', 'name', 'key'),
    text: alias(text(note.text, { mayBe: 'empty' }), 'content', 'body', 'value', 'note'),
  };
  return defineTool({ name: 'note', purpose: note.purpose, fields, say }, async (input, call) => {
    // A model that saw no overview means the one that is there.
    const base = (await files.lastSeen(OVERVIEW)) ?? (await files.read(OVERVIEW));
    const change = withSection(base.text, input.section, input.text);
    if (!('text' in change)) {
      const { outcome, heading, sections } = change;
      return outcome === 'unknown' ? say.noSection(heading, sections) : say.noHeading(sections);
    }
    // Forced, because a section may be most of the file.
    await files.markSeen(OVERVIEW, base.revision);
    const result = await files.write(OVERVIEW, change.text, {
      baseRevision: 'seen',
      force: true,
      source: 'assistant',
      ...call,
    });
    if (result.status === 'conflict') return say.conflict({ ...result, revision: result.current.revision });
    const { revision, bytes, merged } = result;
    const noted = say.noted({ ...change, revision, bytes, percent: await overviewPercent(memory, OVERVIEW) });
    return merged === undefined ? noted : noted + say.merged(merged);
  });
}
