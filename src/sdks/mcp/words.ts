// Words about a memory that a client of the Model Context Protocol shows, and that its model reads.
import type { ToolsByUse } from '../../context/words/guide.ts';
import type { Locale } from '../../options/options.ts';
import { OVERVIEW } from '../../tree/paths.ts';

export interface McpWords {
  /**
   * Guide to the memory, different from the usual one: the client prepares no request with it, so none shows the
   * overview.
   */
  guide(tools: ToolsByUse): string;
  /** Descriptions of the prompt `recall` and its argument. */
  readonly recall: string;
  readonly question: string;
  /** Sentence in front of the recalled texts. */
  known(question: string): string;
  /** Sentence in place of them, where there are none. */
  unknown(question: string): string;
  /** Description of the prompt `overview`. */
  readonly overview: string;
}

const and = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');

const en: McpWords = {
  guide: ({ notes, files, items, lookUp }) =>
    [
      '## Working memory',
      '',
      'This memory outlasts the conversation. None of it is shown until a tool reads it.',
      ...(notes.length > 0
        ? [
            `- ${OVERVIEW}: your notes. ${files.includes('read') ? 'Call read on them first. ' : ''}Keep them current with ${and(notes)}: ` +
              'task and next step, decisions with reasons, open problems, in short bullet points.',
          ]
        : []),
      ...(files.length > 0 ? [`- detail/ and archive/: longer notes and finished work. Use ${and(files)}.`] : []),
      ...(items.length > 0 ? [`- Items: lasting facts and preferences. Use ${and(items)}.`] : []),
      ...(lookUp.length > 0 ? [`Before you answer that you do not know, try ${lookUp.join(' or ')}.`] : []),
    ].join('\n'),
  recall: 'What the memory knows about a question',
  question: 'The question',
  known: (question) => `This is what the memory knows about "${question}":`,
  unknown: (question) => `The memory knows nothing about "${question}".`,
  overview: 'The notes that the memory always keeps at hand',
};

const zh: McpWords = {
  guide: ({ notes, files, items, lookUp }) =>
    [
      '## 工作记忆',
      '',
      '这份记忆在对话结束后仍会保留。用工具读取之前，不会显示其中任何内容。',
      ...(notes.length > 0
        ? [
            `- ${OVERVIEW}：你的笔记。${files.includes('read') ? '开始时先用 read 查看。' : ''}用 ${notes.join('、')} 随时更新：` +
              '任务与下一步、决策及理由、未解决的问题，写成简短的要点。',
          ]
        : []),
      ...(files.length > 0 ? [`- detail/、archive/：较长的笔记和已完成的工作，可用 ${files.join('、')}。`] : []),
      ...(items.length > 0 ? [`- 条目：长期有效的事实和偏好，用 ${items.join('、')} 管理。`] : []),
      ...(lookUp.length > 0 ? [`回答“不知道”之前，先用 ${lookUp.join(' 或 ')} 查找。`] : []),
    ].join('\n'),
  recall: '记忆中关于某个问题的内容',
  question: '问题',
  known: (question) => `记忆中关于“${question}”的内容如下：`,
  unknown: (question) => `记忆中没有关于“${question}”的内容。`,
  overview: '记忆中始终可用的笔记',
};

export const mcpWords = (locale: Locale | undefined): McpWords => (locale === 'zh-CN' ? zh : en);
