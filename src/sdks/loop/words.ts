// Words that a model reads after a call of the app's tool that came to nothing.
import type { MemoryToolOptions } from '../../api/tools.ts';

export interface LoopWords {
  unknownTool(name: string, known: readonly string[]): string;
  /** @param problems objections of the tool's schema to the input */
  notRun(name: string, problems: readonly string[]): string;
  /** Describes input that cannot be read. @param message message of `JSON.parse` */
  noJson(message: string): string;
  failed(name: string, message: string): string;
  /** @param problem reason why the result has no form as a text */
  unreadable(name: string, problem: string): string;
}

const en: LoopWords = {
  unknownTool: (name, known) => `There is no tool ${name}. The tools are: ${known.join(', ')}.`,
  notRun: (name, problems) => `${name} was not run: ${problems.join('; ')}.`,
  noJson: (message) => message,
  failed: (name, message) => `${name} failed: ${message}`,
  unreadable: (name, problem) => `${name} ran, but its result cannot be read: ${problem}`,
};

const zh: LoopWords = {
  unknownTool: (name, known) => `没有工具 ${name}。可用的工具：${known.join('、')}。`,
  notRun: (name, problems) => `${name} 没有运行：${problems.join('；')}。`,
  noJson: (message) => `参数不是有效的 JSON（${message}）`,
  failed: (name, message) => `${name} 运行失败：${message}`,
  unreadable: (name, problem) => `${name} 已运行，但无法读取其结果：${problem}`,
};

export const loopWords = (locale: MemoryToolOptions['locale']): LoopWords => (locale === 'zh-CN' ? zh : en);
