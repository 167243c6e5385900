// Progress of embedding for the page.
import type { EmbeddingStatus } from 'working-memory';

/** Keeps an error visible during the next attempt, so that nobody has to read it between two attempts. */
export function shownAfter(before: EmbeddingStatus, status: EmbeddingStatus): EmbeddingStatus {
  if (status.state !== 'loading' || status.progress || !before.error) return status;
  const { code, message } = before.error;
  return { ...status, error: { code, message } };
}
