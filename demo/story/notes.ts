// Writes the agent's overview.md from its former text and the agent's lines that begin with a mark. Pure.
import type { ChatMessage } from '../brain/brain.ts';
import type { Wording } from './scene.ts';

export function notesFrom(
  overview: string,
  messages: readonly ChatMessage[],
  task: string,
  { title, task: taskTitle, sections, done, dash }: Wording['notes'],
): string {
  const answers = messages.flatMap(({ role, content }) => (role === 'assistant' && content ? content.split('\n') : []));
  const finished = answers.filter((line) => line.startsWith(done)).map((line) => line.slice(done.length).trim());
  const parts = sections.map((section) => {
    const former = linesUnder(section.title, overview);
    const fresh = answers
      .filter((line) => line.startsWith(section.mark))
      .map((line) => line.slice(section.mark.length).trim());
    const lines = [...new Set([...former, ...fresh])];
    return { title: section.title, lines: lines.filter((line) => !finished.some((one) => begins(line, one, dash))) };
  });
  const shown = [{ title: taskTitle, lines: [task] }, ...parts].filter(({ lines }) => lines.length > 0);
  return [
    `# ${title}`,
    ...shown.map((part) => `## ${part.title}\n\n${part.lines.map((line) => `- ${line}`).join('\n')}`),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns the points under a heading. */
export function linesUnder(title: string, overview: string): string[] {
  const lines = overview.split('\n');
  const from = lines.indexOf(`## ${title}`);
  if (from < 0) return [];
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('#'));
  return lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .flatMap((line) => (line.startsWith('- ') ? [line.slice(2).trim()] : []));
}

const begins = (line: string, finished: string, dash: string): boolean =>
  line === finished || line.startsWith(finished + dash);
