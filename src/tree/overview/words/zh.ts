// A new overview.md in Chinese.
import type { Settings } from '../../../options/options.ts';
import { templateText, type TemplateWords } from '../overview-template.ts';

const WORDS: TemplateWords = {
  opening: [
    '这是你在对话之外的记忆，每次请求都会带上它。',
    '空间有限：何时压缩、保留什么、移走什么、丢弃哪些历史，由你判断。',
    '请用简短的要点。',
    '用 write tool 修改 working-memory/overview.md，下一次请求即可看到新内容。',
  ],
  sections: {
    task: [
      ['当前任务', '用户要完成什么？做到哪一步了？'],
      ['关键决策', '作了哪些决定？理由是什么？'],
      ['已知信息', '项目布局、所用技术、重要文件'],
      ['待解决', '尚无答案或被卡住的事项'],
      ['最近操作', '最近几步，便于继续工作（可省略）'],
    ],
    project: [
      ['核心设计原则', '设计规则及其理由'],
      ['项目上下文', '所用技术、重要路径、常用命令'],
      ['已知问题', '目前的缺陷与限制'],
      ['当前会话', '进展、Session ID、接下来做什么'],
    ],
    yaml: [['备注', '下面的字段放不下的内容']],
  },
  closing: ['上下文用量见 context_meta。较长的内容放到 working-memory/detail/；', '路径相对于会话目录。'],
};

export const overviewTemplate = (kind: Settings['template']): string => templateText(WORDS, kind);
