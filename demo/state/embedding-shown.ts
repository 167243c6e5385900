// How far embedding is, as the page shows it.
import type { EmbeddingStatus } from 'working-memory';

/** What went wrong stays in view while it is tried again, so that nobody has to read it between two attempts. */
export function shownAfter(before: EmbeddingStatus, status: EmbeddingStatus): EmbeddingStatus {
  if (status.state !== 'loading' || status.progress || !before.error) return status;
  const { code, message } = before.error;
  return { ...status, error: { code, message } };
}
