// What the page says about recall, in Chinese.
import type { Words } from './en.ts';

export const recall: Words['recall'] = {
  heading: '回忆',
  ask: '你想知道什么？',
  button: '查询',
  scope: '范围',
  scopes: { items: '记忆项', tail: '长尾', files: '文件', transcript: '对话记录', all: '全部' },
  places: { items: '记忆项', tail: '长尾', overview: '概览', detail: '文件', archive: '归档', transcript: '消息' },
  nothing: {
    lexical: '没有找到：那里没有足够的相同词语。',
    hybrid: '没有找到：那里没有足够的相同词语，也没有相近的含义。',
  },
  parts: { relevance: '相关度', decay: '衰减', importanceWeight: '重要度权重' },
  signals: { text: '词语', window: '相邻', group: '同组', dense: '含义', cosine: '余弦' },
  whyNot: '为什么没有？',
  whyNotLabel: '为什么没有找到这一项？',
  chooseItem: '选择一项',
  because: {
    found: '能找到。',
    'not-relevant': '与问题相同的词语太少。',
    'below-limit': '其他记忆项排得更前。',
    filtered: '被筛选条件排除。',
    forgotten: '已被遗忘。',
    left: '已离开库，此次查询不在那里找。',
    unknown: '不存在：从未有过，或已从长尾中丢弃。',
    replaced: '已被更新的记忆项取代。',
    erased: '已被彻底遗忘。',
  },
  mode: '按词语排序；不需要模型。',
  archived: '已归档',
};
