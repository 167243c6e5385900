// The text of a new overview.md, addressed to the model. Pure.
import type { Settings } from '../../options.ts';

interface Template {
  readonly opening: readonly string[];
  readonly sections: readonly (readonly [heading: string, hint: string])[];
  readonly closing: readonly string[];
}

type TemplateKind = Settings['template'];

const OPENING: Record<Settings['locale'], readonly string[]> = {
  en: [
    'Your own memory outside the conversation: this file stands in every prompt.',
    'Room is limited. You choose when to compact, what stays here, what moves away and which history can go.',
    'Short bullet points serve best.',
    'Change it with your write tool at working-memory/overview.md; the next request shows the new text.',
  ],
  'zh-CN': [
    '这是你在对话之外的记忆，每次请求都会放进提示词。',
    '空间有限：何时压缩、保留什么、移走什么、哪些历史可以放下，由你判断。',
    '宜用简短的要点。',
    '用 write tool 修改 working-memory/overview.md，下一次请求即可看到新内容。',
  ],
};

const CLOSING: Record<Settings['locale'], readonly string[]> = {
  en: [
    'How full the context is stands in context_meta. Longer notes belong in working-memory/detail/;',
    'paths count from the session directory.',
  ],
  'zh-CN': ['上下文用量见 context_meta。较长的内容放到 working-memory/detail/；', '路径以会话目录为起点。'],
};

const PROJECT_SECTIONS: Record<Settings['locale'], Template['sections']> = {
  en: [
    ['Core design principles', 'What the design holds on to, and why'],
    ['Project context', 'Technology, paths that matter, commands'],
    ['Known problems', 'What is broken or limited at present'],
    ['Current session', 'Where things stand, the session id, what comes next'],
  ],
  'zh-CN': [
    ['核心设计原则', '设计上坚持什么，为什么'],
    ['项目上下文', '所用技术、重要路径、常用命令'],
    ['已知问题', '目前的缺陷与限制'],
    ['当前会话', '进展、Session ID、接下来做什么'],
  ],
};

const SECTIONS: Record<Exclude<TemplateKind, 'yaml'>, Record<Settings['locale'], Template['sections']>> = {
  task: {
    en: [
      ['Current task', 'What was asked for, and how far is it?'],
      ['Key decisions', 'What was settled, and for which reason?'],
      ['Known facts', 'Layout of the project, technology, files that matter'],
      ['Open questions', 'What waits for an answer or blocks the work?'],
      ['Latest steps', 'The last few actions, if they help to pick up the thread'],
    ],
    'zh-CN': [
      ['当前任务', '用户要完成什么？做到哪一步了？'],
      ['关键决策', '定下了哪些事？理由是什么？'],
      ['已知信息', '项目布局、所用技术、重要文件'],
      ['待解决', '还在等答案或被卡住的事'],
      ['最近操作', '最近几步，便于接上思路（可省略）'],
    ],
  },
  project: PROJECT_SECTIONS,
};

const NOTES: Record<Settings['locale'], readonly [heading: string, hint: string]> = {
  en: ['Notes', 'Whatever the fields below have no place for'],
  'zh-CN': ['备注', '下面的字段放不下的内容'],
};

/** The free text of a new overview; with the kind `yaml` the state block adds the fields. */
export function overviewTemplate({ template: kind, locale }: Pick<Settings, 'template' | 'locale'>): string {
  const comment = (lines: readonly string[]): string => `<!--\n${lines.join('\n')}\n-->`;
  const list = kind === 'yaml' ? [NOTES[locale]] : SECTIONS[kind][locale];
  const body = list.map(([heading, hint]) => `## ${heading}\n<!-- ${hint} -->`);
  return `${['# Working Memory', comment(OPENING[locale]), ...body, comment(CLOSING[locale])].join('\n\n')}\n`;
}
