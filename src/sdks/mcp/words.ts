// What a client of the Model Context Protocol shows of a memory.
import type { Locale } from '../../options/options.ts';

export interface McpWords {
  /** Of the prompt `recall` and its argument. */
  readonly recall: string;
  readonly question: string;
  /** What the model reads in front of what is known. */
  known(question: string): string;
  /** In place of it. */
  unknown(question: string): string;
  /** Of the prompt `overview`. */
  readonly overview: string;
}

const en: McpWords = {
  recall: 'What the memory knows about a question',
  question: 'The question',
  known: (question) => `This is what the memory knows about "${question}":`,
  unknown: (question) => `The memory knows nothing about "${question}".`,
  overview: 'The notes that the memory always keeps at hand',
};

const zh: McpWords = {
  recall: '记忆中关于某个问题的内容',
  question: '问题',
  known: (question) => `记忆中关于“${question}”的内容如下：`,
  unknown: (question) => `记忆中没有关于“${question}”的内容。`,
  overview: '记忆随时备好的笔记',
};

export const mcpWords = (locale: Locale | undefined): McpWords => (locale === 'zh-CN' ? zh : en);
