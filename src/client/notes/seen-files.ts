// Remembers the revision of each file that the model saw last, the base of its next write. Kept for one opening,
// because the next may have another list of messages.

export class SeenFiles {
  readonly #revisions = new Map<string, number>();

  /** Returns the revision; undefined for a file that the model has not seen. */
  revision(path: string): number | undefined {
    return this.#revisions.get(path);
  }

  seen(path: string, revision: number): void {
    this.#revisions.set(path, Math.max(revision, this.revision(path) ?? 0));
  }

  /**
   * Notes that the model changed a file: it knows the new revision as well, unless others had changed the file since
   * it saw it.
   */
  changed(path: string, revision: number): void {
    if (this.revision(path) === revision - 1) this.seen(path, revision);
  }

  /** Forgets everything, because the model's messages were taken back, and with them the texts that it read. */
  forget(): void {
    this.#revisions.clear();
  }
}
