// Overview of a scripted model: the goal and its latest answers.
import { type ChatMessage, contentOf } from '../chat.ts';

export interface OverviewWrite {
  readonly call: ChatMessage;
  readonly input: { readonly path: string; readonly content: string };
  /** Makes the message with the tool's answer. */
  result(answer: string): ChatMessage;
}

/** UTF-16 units. */
const LONGEST_GOAL = 400;
const LONGEST_ANSWER = 300;
const ANSWERS = 2;

/** Makes a call that writes the whole overview. `number`: index of the write in its run. */
export function overviewWrite(list: readonly ChatMessage[], number: number): OverviewWrite {
  const id = `overview_${number}`;
  const input = { path: 'overview.md', content: overviewText(list) };
  return {
    input,
    call: {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'write', arguments: JSON.stringify(input) } }],
    },
    result: (answer) => ({ role: 'tool', tool_call_id: id, name: 'write', content: answer }),
  };
}

function overviewText(list: readonly ChatMessage[]): string {
  const goal = list.find(({ role }) => role === 'user');
  const answers = list.filter((message) => message.role === 'assistant' && contentOf(message).trim() !== '');
  return [
    '# Working Memory',
    '',
    '## Current task',
    goal ? shortened(contentOf(goal), LONGEST_GOAL) : '',
    '',
    '## Recent answers and decisions',
    ...answers.slice(-ANSWERS).map((message) => `- ${shortened(contentOf(message), LONGEST_ANSWER)}`),
    '',
  ].join('\n');
}

const shortened = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
};
