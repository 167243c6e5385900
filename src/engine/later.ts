// Commands outside the verbs of items, files, transcript and sessions: prompts, addresses, export, import and erasing.
// A worker loads them from a file of their own.
import type { Engine } from '../boundary/engine.ts';
import type { EngineContext } from './engine-context.ts';
import { erasingCommands } from './items/erasing.ts';
import { contextCommands } from './recall/prompt/context-commands.ts';
import { PromptSearch } from './recall/prompt/prompt-search.ts';
import { recalledBlock } from './recall/prompt/recalled-block.ts';
import type { RecallSearch } from './recall/recall.ts';
import { partCommands } from './tree/parts.ts';
import { transferCommands } from './tree/transfer.ts';
import { withholding } from './tree/withholding.ts';
import type { Workspace } from './workspace/no-workspace.ts';

export { readAddress } from './tree/addresses.ts';

export type LaterCommands = ReturnType<typeof contextCommands> &
  ReturnType<typeof transferCommands> &
  ReturnType<typeof withholding> &
  ReturnType<typeof erasingCommands> &
  ReturnType<typeof partCommands> &
  Pick<Engine, 'recallBlock'>;

export function laterCommands(context: EngineContext, recall: RecallSearch, workspace: Workspace): LaterCommands {
  const search = new PromptSearch(recall, workspace);
  return {
    ...contextCommands(context, search),
    ...transferCommands(context),
    ...withholding(context),
    ...erasingCommands(context),
    ...partCommands(context),
    recallBlock: (...asked) => recalledBlock(context, search, ...asked),
  };
}
