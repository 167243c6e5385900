// A dropped file of which no chat can be made; the front pages say why (words/en-front.ts).
export type NoChatReason = 'noMessages' | 'noPdfText' | 'damagedPdf' | 'noPdfReader';

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
