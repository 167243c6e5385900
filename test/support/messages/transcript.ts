// The transcript as an app appends to it.
import type { AppendResult } from '../../../src/api/memory.ts';
import type { Engine } from '../../../src/boundary/engine.ts';
import { resolveSettings } from '../../../src/options.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { append } from '../../../src/client/transcript.ts';

const settings = resolveSettings({ session: 'test' });

export const appended = (engine: Engine, messages: readonly NewMessage[]): Promise<AppendResult> =>
  append(engine, messages, settings);
