// The text of a new overview.md, addressed to the model. Pure.
import type { Locale, Settings } from '../../options.ts';

interface Template {
  readonly opening: readonly string[];
  readonly sections: readonly (readonly [heading: string, hint: string])[];
  readonly closing: readonly string[];
}

type TemplateKind = Settings['template'];

const OPENING: Record<Settings['locale'], readonly string[]> = {
  en: [
    'Your own memory outside the conversation: every prompt includes this file.',
    'Room is limited. You choose when to compact, what stays here, what moves away and which history can go.',
    'Use short bullet points.',
    'Change it with your write tool at working-memory/overview.md; the next request shows the new text.',
  ],
  'zh-CN': [
    '这是你在对话之外的记忆，每次请求都会带上它。',
    '空间有限：何时压缩、保留什么、移走什么、丢弃哪些历史，由你判断。',
    '请用简短的要点。',
    '用 write tool 修改 working-memory/overview.md，下一次请求即可看到新内容。',
  ],
};

const CLOSING: Record<Settings['locale'], readonly string[]> = {
  en: [
    'context_meta shows how full the context is. Put longer notes in working-memory/detail/;',
    'paths are relative to the session directory.',
  ],
  'zh-CN': ['上下文用量见 context_meta。较长的内容放到 working-memory/detail/；', '路径相对于会话目录。'],
};

const PROJECT_SECTIONS: Record<Settings['locale'], Template['sections']> = {
  en: [
    ['Core design principles', 'Design rules and their reasons'],
    ['Project context', 'Technology, important paths, commands'],
    ['Known problems', 'Current defects and limits'],
    ['Current session', 'Status, session id, what comes next'],
  ],
  'zh-CN': [
    ['核心设计原则', '设计规则及其理由'],
    ['项目上下文', '所用技术、重要路径、常用命令'],
    ['已知问题', '目前的缺陷与限制'],
    ['当前会话', '进展、Session ID、接下来做什么'],
  ],
};

const SECTIONS: Record<Exclude<TemplateKind, 'yaml'>, Record<Settings['locale'], Template['sections']>> = {
  task: {
    en: [
      ['Current task', 'What was asked for, and how far along is it?'],
      ['Key decisions', 'What was decided, and for what reason?'],
      ['Known facts', 'Layout of the project, technology, important files'],
      ['Open questions', 'What is unanswered or blocks the work?'],
      ['Latest steps', 'The last few actions, if they help you resume'],
    ],
    'zh-CN': [
      ['当前任务', '用户要完成什么？做到哪一步了？'],
      ['关键决策', '作了哪些决定？理由是什么？'],
      ['已知信息', '项目布局、所用技术、重要文件'],
      ['待解决', '尚无答案或被卡住的事项'],
      ['最近操作', '最近几步，便于继续工作（可省略）'],
    ],
  },
  project: PROJECT_SECTIONS,
};

const NOTES: Record<Locale, readonly [heading: string, hint: string]> = {
  en: ['Notes', 'Anything that fits none of the fields below'],
  'zh-CN': ['备注', '下面的字段放不下的内容'],
};

/** The free text of a new overview; with the kind `yaml` the state block adds the fields. */
export function overviewTemplate({ template: kind, locale }: Pick<Settings, 'template' | 'locale'>): string {
  const comment = (lines: readonly string[]): string => `<!--\n${lines.join('\n')}\n-->`;
  const list = kind === 'yaml' ? [NOTES[locale]] : SECTIONS[kind][locale];
  const body = list.map(([heading, hint]) => `## ${heading}\n<!-- ${hint} -->`);
  return `${['# Working Memory', comment(OPENING[locale]), ...body, comment(CLOSING[locale])].join('\n\n')}\n`;
}
