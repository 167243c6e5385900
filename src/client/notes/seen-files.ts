// Which revision of each file the model saw last: what a write of it is based on. Of this opening, as another one has
// another list of messages to go by.

export class SeenFiles {
  readonly #revisions = new Map<string, number>();

  /** Undefined for a file that the model has not seen. */
  revision(path: string): number | undefined {
    return this.#revisions.get(path);
  }

  seen(path: string, revision: number): void {
    this.#revisions.set(path, Math.max(revision, this.revision(path) ?? 0));
  }

  /** The model changed what it had seen, so that it knows the new revision as well, unless others had changed it before. */
  changed(path: string, revision: number): void {
    if (this.revision(path) === revision - 1) this.seen(path, revision);
  }

  /** The model's messages were taken back, and with them what it read. */
  forget(): void {
    this.#revisions.clear();
  }
}
