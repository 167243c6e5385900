// Commands of the transcript: append, read, count.
import type { Engine } from '../../boundary/engine.ts';
import { decideAppend, type Message, messageKey } from '../../tree/transcript/transcript.ts';
import { checkMessage } from '../../tree/transcript/message-check.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import { checkPage } from '../paging.ts';

type TranscriptCommands = Pick<Engine, 'appendMessages' | 'readMessages' | 'countMessages'>;

export function transcriptCommands(context: EngineContext): TranscriptCommands {
  const { session, settings } = context;
  const { state } = session;
  return {
    async appendMessages(sent) {
      const messages = sent.map((message) => checkMessage(message, settings.transcript.maxMessageLength));
      return session.command(
        () => session.transcript.sureOfEnd(),
        () => ({ ...decideAppend(messages, state.manifest.messages), content: { messages } }),
      );
    },

    async readMessages(from, limit) {
      reading(context);
      checkPage(from, limit);
      const rows = await session.rows('messages', from === 0 ? '' : messageKey(from - 1), limit);
      return rows.flatMap(({ key, value }): Message[] => {
        const fields = value && (verifiedFields(value) as (Omit<Message, 'index'> & { original?: string }) | undefined);
        if (!fields) return [];
        const { original, ...message } = fields;
        return [
          {
            ...message,
            index: Number(key),
            ...(original !== undefined && { original: JSON.parse(original) as unknown }),
          },
        ];
      });
    },

    async countMessages() {
      reading(context);
      return state.manifest.messages;
    },
  };
}
