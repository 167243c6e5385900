// A dropped file of which no chat can be made, and what the front pages say of it.
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
