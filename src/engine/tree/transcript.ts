// Commands of the transcript: append, read, count.
import type { Engine } from '../../boundary/engine.ts';
import { decideAppend, droppedMessage, type Message, messageKey } from '../../tree/transcript/transcript.ts';
import { checkMessage } from '../../tree/transcript/message-check.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import { checkPage } from '../paging.ts';
import { newParts } from './parts.ts';

type TranscriptCommands = Pick<Engine, 'appendMessages' | 'readMessages' | 'countMessages'>;

export function transcriptCommands(context: EngineContext): TranscriptCommands {
  const { session, settings } = context;
  const { state } = session;
  return {
    async appendMessages(sent) {
      const messages = sent.map((message) => checkMessage(message, settings.transcript.maxMessageLength));
      const appended = await session.command(
        () => session.transcript.sureOfEnd(),
        () => ({
          ...decideAppend(messages, state.manifest.messages),
          content: { messages, parts: newParts(context, messages) },
        }),
      );
      await trimTranscript(context);
      return appended;
    },

    async readMessages(from, limit) {
      reading(context);
      checkPage(from, limit);
      const rows = await session.rows('messages', from === 0 ? '' : messageKey(from - 1), limit);
      // Only dropped messages have no row.
      const first = Math.min(Number(rows[0]?.key ?? from), from + limit);
      const dropped = Array.from({ length: Math.max(0, first - from) }, (_, place) => droppedMessage(from + place));
      const stored = rows.flatMap(({ key, value }): Message[] => {
        const fields = verifiedFields<Omit<Message, 'index'> & { original?: string }>(value);
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
      return [...dropped, ...stored].slice(0, limit);
    },

    async countMessages() {
      reading(context);
      return state.manifest.messages;
    },
  };
}

/** Drops the oldest messages beyond `transcript.maxBytes`, in a commit of its own after one that appended. */
export async function trimTranscript({ session, transcript, settings }: EngineContext): Promise<void> {
  const { maxBytes } = settings.transcript;
  if (!transcript.excess(maxBytes)) return;
  try {
    await session.command(
      () => undefined,
      () => {
        const excess = transcript.excess(maxBytes);
        if (!excess) return { events: [], result: undefined };
        const { parts, ...event } = excess;
        const gone = new Map(parts.map(({ hash, bytes }) => [hash, { bytes }]));
        return { events: [{ type: 'transcript-trimmed', ...event }], content: { parts: gone }, result: undefined };
      },
    );
  } catch {
    // The messages were appended, and the caller learns only that. The next append trims again.
  }
}
