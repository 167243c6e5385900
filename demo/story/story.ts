// The scripted conversation: planning a release in 40 turns, in two languages.
import type { AppTool } from '../agent/app-tools.ts';
import type { ChatMessage } from '../brain/brain.ts';
import { appTools } from './app-tools.ts';
import type { Edition } from './edition.ts';

export interface Story extends Omit<Edition, 'data'> {
  readonly locale: 'en' | 'zh-CN';
  /** The user's messages, turn by turn. */
  readonly turns: readonly string[];
  readonly appTools: readonly AppTool[];
}

export async function story(locale: Story['locale']): Promise<Story> {
  const { EDITION } = locale === 'en' ? await import('./en/edition.ts') : await import('./zh/edition.ts');
  const { data, ...edition } = EDITION;
  return told({ ...edition, locale, appTools: appTools(data) });
}

/** Completes a story with the turns of its scenes. */
export const told = (parts: Omit<Story, 'turns'>): Story => ({ ...parts, turns: parts.scenes.map(({ user }) => user) });

/** Returns the index of the user's next turn; the number of turns at the end. */
export function nextTurn({ turns }: Pick<Story, 'turns'>, messages: readonly ChatMessage[]): number {
  const said = new Set(messages.flatMap(({ role, content }) => (role === 'user' && content !== null ? [content] : [])));
  return turns.map((text) => said.has(text)).lastIndexOf(true) + 1;
}
