// Appends to the transcript like an app.
import type { AppendResult } from '../../../src/api/files.ts';
import type { Engine } from '../../../src/boundary/engine.ts';
import { sentMessage } from '../../../src/tree/transcript/sent-message.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';

export const appended = (engine: Engine, messages: readonly NewMessage[]): Promise<AppendResult> =>
  engine.appendMessages(messages.map(sentMessage));
