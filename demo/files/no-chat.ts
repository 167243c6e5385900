// Error for a dropped file without a chat, with the text for the front pages.
import type { FrontWords } from '../words/front.ts';

type NoChatReason = keyof FrontWords['noChat'];

export class NoChat extends Error {
  readonly reason: NoChatReason;
  readonly file: string;

  constructor(reason: NoChatReason, file: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
    this.name = 'NoChat';
    this.reason = reason;
    this.file = file;
  }
}

export const noChatText =
  ({ noChat }: FrontWords) =>
  (error: unknown): string | undefined =>
    error instanceof NoChat ? noChat[error.reason](error.file) : undefined;
