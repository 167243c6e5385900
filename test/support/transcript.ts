// The transcript as an app appends to it.
import type { AppendResult } from '../../src/api.ts';
import type { Engine } from '../../src/engine-api.ts';
import { resolveSettings } from '../../src/options.ts';
import type { NewMessage } from '../../src/session/transcript.ts';
import { append } from '../../src/transcript-access.ts';

const settings = resolveSettings({ session: 'test' });

export const appended = (engine: Engine, messages: readonly NewMessage[]): Promise<AppendResult> =>
  append(engine, messages, settings);
