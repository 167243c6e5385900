// The template a new session's overview.md starts from. Pure; the wording is for the model that maintains the file.
import type { Settings } from '../options.ts';

interface Section {
  readonly heading: string;
  readonly hint: string;
}

interface Template {
  readonly opening: readonly string[];
  readonly sections: readonly Section[];
  readonly closing: readonly string[];
}

const TEMPLATES: Record<Settings['locale'], Template> = {
  en: {
    opening: [
      'Your own memory outside the conversation: this file stands in every prompt.',
      'Room is limited. You choose what stays here, what moves away and which history can go.',
      'Change it with your write tool at working-memory/overview.md; the next request shows the new text.',
    ],
    sections: [
      { heading: 'Current task', hint: 'What was asked for, and how far is it?' },
      { heading: 'Key decisions', hint: 'What was settled, and for which reason?' },
      { heading: 'Known facts', hint: 'Layout of the project, technology, files that matter' },
      { heading: 'Open questions', hint: 'What waits for an answer or blocks the work?' },
      { heading: 'Latest steps', hint: 'The last few actions, if they help to pick up the thread' },
    ],
    closing: [
      'How full the context is stands in context_meta. Longer notes belong in working-memory/detail/;',
      'paths count from the session directory.',
    ],
  },
  'zh-CN': {
    opening: [
      '这是你在对话之外的记忆，每次请求都会放进提示词。',
      '空间有限：保留什么、移走什么、哪些历史可以放下，由你判断。',
      '用 write tool 修改 working-memory/overview.md，下一次请求即可看到新内容。',
    ],
    sections: [
      { heading: '当前任务', hint: '用户要完成什么？做到哪一步了？' },
      { heading: '关键决策', hint: '定下了哪些事？理由是什么？' },
      { heading: '已知信息', hint: '项目布局、所用技术、重要文件' },
      { heading: '待解决', hint: '还在等答案或被卡住的事' },
      { heading: '最近操作', hint: '最近几步，便于接上思路（可省略）' },
    ],
    closing: ['上下文用量见 context_meta。较长的内容放到 working-memory/detail/；', '路径以会话目录为起点。'],
  },
};

export function overviewTemplate(locale: Settings['locale']): string {
  const { opening, sections, closing } = TEMPLATES[locale];
  const comment = (lines: readonly string[]) => `<!--\n${lines.join('\n')}\n-->`;
  const body = sections.map(({ heading, hint }) => `## ${heading}\n<!-- ${hint} -->`);
  return `${['# Working Memory', comment(opening), ...body, comment(closing)].join('\n\n')}\n`;
}
