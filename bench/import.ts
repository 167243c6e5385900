// Page that imports a large ChatGPT export and then searches for its messages.
import { openWorkingMemory } from 'working-memory';
import { chatgptExport, importConversations } from 'working-memory/importers';
import { chatgptExportOf } from '../test/support/exports/made-up-exports.ts';

/** Long enough for the slowest machine. */
const DEADLINE_MS = 600_000;

let file = new Blob();
let conversations = 0;

/** Makes the file beforehand, so that only the import's tasks are measured. */
export async function benchMakeExport(bytes: number): Promise<void> {
  const made = chatgptExportOf(bytes);
  file = new Blob([made.json]);
  conversations = made.conversations;
}

export interface ImportFigures {
  readonly ms: number;
  readonly conversations: number;
  readonly messages: number;
}

const openImporting = (workspace: string) =>
  openWorkingMemory({
    session: 'import',
    workspace,
    deadlineMs: DEADLINE_MS,
    recall: { workspace: { maxTexts: 100_000, maxBytes: 100_000_000, waitMs: DEADLINE_MS } },
  });

export async function benchImport(workspace: string): Promise<ImportFigures> {
  const memory = await openImporting(workspace);
  const start = performance.now();
  const report = await importConversations(memory, chatgptExport, file);
  const ms = performance.now() - start;
  await memory.close();
  return { ms, conversations: report.counts.new, messages: report.messages.kept };
}

/** Searches for a word of one message in every `every` conversations. @returns the share found */
export async function benchFindImported(workspace: string, every: number): Promise<number> {
  const memory = await openImporting(workspace);
  let [asked, found] = [0, 0];
  for (let number = 0; number < conversations; number += every) {
    const { hits } = await memory.items.remember(`word-${number}-7`, { scope: 'workspace', limit: 3 });
    asked++;
    if (hits.some(({ session }) => session === `chatgpt-c-${number}`)) found++;
  }
  await memory.close();
  return found / asked;
}
