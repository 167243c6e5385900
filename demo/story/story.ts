// A conversation that is told: the planning of a release in 40 turns, in two languages.
import type { AppTool } from '../app-tools.ts';
import type { ChatMessage } from '../brain/brain.ts';
import { appTools } from './app-tools.ts';
import { EN } from './en/wording.ts';
import { SCENES_EN } from './en/scenes.ts';
import type { Scene, Wording } from './scene.ts';
import { ZH } from './zh/wording.ts';
import { SCENES_ZH } from './zh/scenes.ts';

export interface Story {
  readonly locale: 'en' | 'zh-CN';
  readonly title: string;
  /** The system prompt, before the memory's guide. */
  readonly system: string;
  /** What the user says, turn by turn. */
  readonly turns: readonly string[];
  readonly scenes: readonly Scene[];
  readonly wording: Wording;
  readonly appTools: readonly AppTool[];
}

export function story(locale: Story['locale']): Story {
  const isEnglish = locale === 'en';
  return told({
    locale,
    title: isEnglish ? 'Planning release 3.2' : '筹备 3.2 版发布',
    system: isEnglish
      ? 'You help to plan the release of an app. Look things up with your tools before you answer, and answer briefly.'
      : '你协助筹备一款应用的发布。回答之前先用工具查清楚，回答要简短。',
    scenes: isEnglish ? SCENES_EN : SCENES_ZH,
    wording: isEnglish ? EN : ZH,
    appTools: appTools(locale),
  });
}

/** A story of these scenes. */
export const told = (parts: Omit<Story, 'turns'>): Story => ({ ...parts, turns: parts.scenes.map(({ user }) => user) });

/** Index of what the user says next; the number of turns when all is said. */
export function nextTurn({ turns }: Pick<Story, 'turns'>, messages: readonly ChatMessage[]): number {
  const said = new Set(messages.flatMap(({ role, content }) => (role === 'user' && content !== null ? [content] : [])));
  return turns.map((text) => said.has(text)).lastIndexOf(true) + 1;
}
