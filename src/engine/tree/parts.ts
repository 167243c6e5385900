// Large parts of messages in rows of their own.
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput } from '../../errors.ts';
import { isPartHash } from '../../tree/transcript/parts.ts';
import type { CheckedMessage } from '../../tree/transcript/transcript.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import type { Content } from '../session/apply.ts';
import { verifiedFields } from '../session/row-checksum.ts';

export function partCommands(context: EngineContext): Pick<Engine, 'knownParts' | 'readPart'> {
  const { session, transcript } = context;
  return {
    async knownParts(hashes) {
      reading(context);
      // If the transcript cannot be read, a part is written again: the row is the same.
      await transcript.complete().catch(() => undefined);
      return hashes.filter((hash) => transcript.size.holds(hash));
    },

    async readPart(hash) {
      reading(context);
      if (!isPartHash(hash)) throw invalidInput('hash', '64 hexadecimal digits');
      const row = await session.row('parts', hash);
      return verifiedFields<{ readonly data?: string }>(row)?.data;
    },
  };
}

/** Returns the parts of these messages that the session does not store yet. */
export function newParts(
  { transcript }: EngineContext,
  messages: readonly CheckedMessage[],
): NonNullable<Content['parts']> {
  const parts = new Map<string, { readonly bytes: number; readonly data: string }>();
  for (const { hash, bytes, data } of messages.flatMap((message) => message.parts ?? [])) {
    if (data !== undefined && !transcript.size.holds(hash)) parts.set(hash, { bytes, data });
  }
  return parts;
}
