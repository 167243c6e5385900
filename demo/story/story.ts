// A conversation that is told: what the user says turn by turn, and what the agent can look up in it.
import type { AppTool } from '../app-tools.ts';

export interface Story {
  readonly locale: 'en' | 'zh-CN';
  readonly title: string;
  /** What the user says, turn by turn; 40 turns. */
  readonly turns: readonly string[];
  /** The system prompt, before the memory's guide. */
  readonly system: string;
  readonly appTools: readonly AppTool[];
}
