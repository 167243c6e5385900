// Advice for each band: the guide lists it, and the question at a band's edge repeats it.
import type { Locale } from '../../options/options.ts';
import type { Pressure } from '../reminder/pressure.ts';

export const ADVICE: Record<Locale, Record<Exclude<Pressure, 'normal'>, string>> = {
  en: {
    light: 'summarize finished tasks, drop redundant tool output',
    medium: 'move detailed discussion to detail/, compact old tool results',
    heavy: 'keep only key decisions and the current task',
    emergency: 'compact now',
  },
  'zh-CN': {
    light: '概括已完成的任务，去掉多余的工具输出',
    medium: '把细节讨论移到 detail/，压缩较早的工具结果',
    heavy: '只留关键决策和当前任务',
    emergency: '立即压缩',
  },
};
