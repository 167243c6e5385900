// Log of the option `debug`, one line for each call. The only file that writes to the console.
import type { CommandNews } from '../../api/watching/command-news.ts';

export function logCommand({ command, session, ms, attempts, code }: CommandNews): void {
  const again = attempts > 1 ? `, ${attempts} attempts` : '';
  // oxlint-disable-next-line no-console
  console.debug(`[working-memory] ${command} (${session}) ${ms.toFixed(1)} ms${again}${code ? `: ${code}` : ''}`);
}
