// Chinese wording of the story's agent.
import type { Wording } from '../scene.ts';

export const ZH: Wording = {
  notes: {
    title: '灯塔 3.2 版发布',
    task: '当前',
    sections: [
      { title: '决定', mark: '决定：' },
      { title: '要点', mark: '记录：' },
      { title: '待办', mark: '待办：' },
    ],
    done: '完成：',
    dash: '——',
  },
  reminded: '我的笔记过时了，刚收到提醒：先更新 overview.md。',
  compacting: (percent) => `窗口已用 ${percent}%。较早的内容已在笔记里，可以收起来，全文会存到文件里。`,
  listSeparator: '、',
  missing: (names) => `这个问题我答不上来：发给我的提示词里没有 ${names.join('、')}，记忆没有把它带回来。`,
  unseen: '我不知道：发给我的那部分对话里没有。',
  found: (answer) => `我只会筹备 3.2 版的发布，不过关于这件事，我的记忆里有：\n\n${answer}`,
};
