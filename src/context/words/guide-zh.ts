// The guide's Chinese.
import { OVERVIEW } from '../../tree/paths.ts';
import { actionHintOf, bandRange, percentAt } from '../reminder/pressure.ts';
import { ADVICE } from './advice.ts';
import type { GuideFacts } from './guide.ts';
import { OVERVIEW_PATH } from './shown-paths.ts';

const BANDS_WITH_ADVICE = (['light', 'medium', 'heavy'] as const)
  .map((pressure) => `- ${bandRange(pressure)}%，${actionHintOf(pressure)}：${ADVICE['zh-CN'][pressure]}`)
  .join('\n');

const list = (names: readonly string[]): string => names.join('、');

export const guide = (facts: GuideFacts): string => (facts.full ? fullGuide(facts) : shortGuide(facts));

function shortGuide({ autonomy, fallbackPercent, tools }: GuideFacts): string {
  const { notes, files, items, lookUp, compacts, folder } = tools;
  const keeps = [
    ...(notes.length > 0
      ? [
          `- ${folder}${OVERVIEW}：你的笔记，始终${folder ? `以 ${OVERVIEW_PATH} 之名` : ''}显示。用 ${list(notes)} 随时更新：` +
            '任务与下一步、决策及理由、未解决的问题，写成简短的要点。',
        ]
      : []),
    ...(files.length > 0
      ? [`- ${folder}detail/、${folder}archive/：较长的笔记和被隐藏内容的全文，不显示，可用 ${list(files)}。`]
      : []),
    ...(items.length > 0 ? [`- 条目：长期有效的事实和偏好，用 ${list(items)} 管理。`] : []),
  ];
  const decides =
    autonomy === 'auto'
      ? '上下文渐满时系统会压缩，也可提前用 compact_history。'
      : `何时用 compact_history 腾出空间由你决定；到 ${fallbackPercent}% 系统会代为压缩，效果较差。`;
  return [
    '## 工作记忆',
    '',
    `上下文渐满时，较早的消息会被隐藏${keeps.length > 0 ? '，写在这里的会保留：' : '。'}`,
    ...keeps,
    ...(lookUp.length > 0 ? [`回答“不知道”之前，先用 ${lookUp.join(' 或 ')} 查找。`] : []),
    ...(compacts ? [decides] : []),
  ].join('\n');
}

const DECIDES: Record<GuideFacts['autonomy'], string> = {
  llm: '何时压缩、压缩什么，由你决定。',
  assisted: '何时压缩、压缩什么，由你决定；进入新的区间时会询问你。',
  auto: '进入新的区间时系统会压缩，你也可以提前压缩。',
};

function fullGuide(facts: GuideFacts): string {
  const { notes, files, items, compacts, folder } = facts.tools;
  const given = [
    ...(notes.length > 0 ? [`${folder}${OVERVIEW} 用 ${list(notes)}`] : []),
    ...(files.length > 0 ? [`文件用 ${list(files)}`] : []),
    ...(items.length > 0 ? [`单条事实用 ${list(items)}`] : []),
    ...(compacts ? ['压缩用 compact_history'] : []),
  ];
  const places = [
    ...(notes.length > 0
      ? [
          `- ${folder}${OVERVIEW} 每次请求都会${folder ? `以 ${OVERVIEW_PATH} 之名` : ''}显示。用要点而非长段落记录现状：任务与下一步、关键决策及理由、` +
            `项目信息、未解决的问题。删掉过时内容${files.length > 0 ? '，细节放 detail/，只留引用' : ''}。`,
        ]
      : []),
    ...(files.length > 0
      ? [`- ${folder}detail/ 放较长的笔记，${folder}archive/ 放已完成的工作。两者都不显示，可用 ${list(files)}。`]
      : []),
  ];
  return [
    '## 工作记忆',
    '你在对话之外有一份记忆。维护它是你的职责：没写进去的内容，压缩历史后可能就看不到了。',
    ...(places.length > 0 ? [places.join('\n')] : []),
    ...(notes.length > 0
      ? [
          `以下情况更新 ${OVERVIEW}：任务开始、推进或完成；作出重要设计决策；发现问题或限制；项目有变（依赖、命令、路径）；压缩之后。` +
            '闲聊和简单问答、没有重大发现的调试尝试、已写过的信息不必更新。',
        ]
      : []),
    ...(given.length > 0 ? [`工具：${given.join('；')}。`] : []),
    ...(compacts ? strategy(facts) : []),
  ].join('\n\n');
}

function strategy({ autonomy, fallbackPercent, showsBlock }: GuideFacts): string[] {
  const from = percentAt('emergency');
  const emergency =
    fallbackPercent > from
      ? `${ADVICE['zh-CN'].emergency}；到 ${fallbackPercent}% 系统会代为压缩，效果较差`
      : `系统会代为压缩${fallbackPercent < from ? `（${fallbackPercent}% 起）` : ''}，效果较差，请在此之前压缩`;
  const meter = showsBlock
    ? 'context_meta 显示上下文窗口的占用（tokens_percent）和建议操作（action_hint）：'
    : '最新消息中会显示上下文窗口的占用。建议操作：';
  return [
    [
      meter,
      `- ${percentAt('light')}% 以下：照常工作，不压缩`,
      BANDS_WITH_ADVICE,
      `- ${from}% 起，${actionHintOf('emergency')}：${emergency}`,
    ].join('\n'),
    `${DECIDES[autonomy]}compact_history 可隐藏对话或工具结果，后者体积大、很快过时。` +
      '始终保留最近 3–5 轮、任务状态与下一步、关键决策及理由；最近的工具结果视需要保留。',
  ];
}
