// What a model reads where a call of a tool of the app came to nothing.
import type { MemoryToolOptions } from '../../api/tools.ts';

export interface LoopWords {
  unknownTool(name: string, known: readonly string[]): string;
  /** @param problems what the tool's schema says against the input */
  notRun(name: string, problems: readonly string[]): string;
  /** The problem of input that cannot be read. @param message of `JSON.parse` */
  noJson(message: string): string;
  failed(name: string, message: string): string;
  /** @param problem why its result has no form as a text */
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
