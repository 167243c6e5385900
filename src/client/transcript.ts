// The transcript for the app: what it appends is checked here. Loaded when it is first used.
import type { AppendResult } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import type { Settings } from '../options.ts';
import { checkMessage } from '../tree/transcript/message-check.ts';
import type { NewMessage } from '../tree/transcript/transcript.ts';

/** @throws invalid-input: nothing was appended */
export async function append(
  engine: Pick<Engine, 'appendMessages'>,
  messages: NewMessage | readonly NewMessage[],
  { transcript }: Pick<Settings, 'transcript'>,
): Promise<AppendResult> {
  const batch = (Array.isArray(messages) ? messages : [messages]) as readonly NewMessage[];
  return engine.appendMessages(batch.map((message) => checkMessage(message, transcript.maxMessageLength)));
}
