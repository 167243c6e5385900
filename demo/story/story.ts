// The scripted conversation: planning a release in 40 turns, in two languages.
import type { AppTool } from '../agent/app-tools.ts';
import type { ChatMessage } from '../brain/brain.ts';
import { appTools } from './app-tools.ts';
import type { Edition } from './edition.ts';

export interface Story extends Omit<Edition, 'data'> {
  readonly locale: 'en' | 'zh-CN';
  /** What the user says, turn by turn. */
  readonly turns: readonly string[];
  readonly appTools: readonly AppTool[];
}

export async function story(locale: Story['locale']): Promise<Story> {
  const { EDITION } = locale === 'en' ? await import('./en/edition.ts') : await import('./zh/edition.ts');
  const { data, ...edition } = EDITION;
  return told({ ...edition, locale, appTools: appTools(data) });
}

/** A story of these scenes. */
export const told = (parts: Omit<Story, 'turns'>): Story => ({ ...parts, turns: parts.scenes.map(({ user }) => user) });

/** Index of what the user says next; the number of turns when all is said. */
export function nextTurn({ turns }: Pick<Story, 'turns'>, messages: readonly ChatMessage[]): number {
  const said = new Set(messages.flatMap(({ role, content }) => (role === 'user' && content !== null ? [content] : [])));
  return turns.map((text) => said.has(text)).lastIndexOf(true) + 1;
}
