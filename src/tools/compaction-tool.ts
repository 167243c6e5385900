// The tool compact_history: the model makes room in its own prompt.
import type { WorkingMemory } from '../api/memory.ts';
import { union } from '../context/view/ledger.ts';
import { alias, choice, integer, optional, text } from './input/input-field.ts';
import { defineTool, type ToolDefinition } from './tool.ts';
import { withoutTreeFolder } from '../tree/paths.ts';
import type { Wording } from './words/wording.ts';

export function compactHistoryTool({ context }: WorkingMemory, { compactHistory, say }: Wording): ToolDefinition {
  const { purpose, target, strategy, keep_recent, archive_to } = compactHistory;
  const fields = {
    target: optional(alias(choice(target, 'conversation', 'tools', 'all'), 'what', 'scope')),
    strategy: optional(alias(choice(strategy, 'summarize', 'archive'), 'mode', 'method')),
    keep_recent: optional(alias(integer(keep_recent, { minimum: 0, maximum: 1000 }), 'keep', 'keepLast', 'recent')),
    archive_to: optional(alias(text(archive_to), 'path', 'file', 'filePath', 'filename', 'archivePath')),
  };
  return defineTool({ name: 'compact_history', purpose, fields, say }, async (input, call) => {
    const { target, strategy, keep_recent, archive_to } = input;
    const result = await context.compact.apply({
      ...(target && { target }),
      ...(strategy && { strategy }),
      ...(keep_recent !== undefined && { keepRecent: keep_recent }),
      ...(archive_to !== undefined && { archiveTo: withoutTreeFolder(archive_to) }),
      trigger: 'tool',
      ...call,
    });
    const { applied, reason = 'nothing-to-hide', hide, stub, kept, tokens, archivedTo, syncRequired, receipt } = result;
    if (!applied) return say.notCompacted(reason);
    // The model still sees names in the summary, unless the overview had no room for the summary.
    const isSummarized = (name: string): boolean => !syncRequired && result.summary.includes(name);
    return say.compacted({
      hidden: union(hide).map(({ from, to }) => ({ first: from, last: to - 1 })),
      stubs: stub.length,
      kept,
      tokens,
      files: archivedTo,
      syncRequired,
      receipt,
      atRisk: result.retention.atRisk.filter((name) => !isSummarized(name)),
    });
  });
}
