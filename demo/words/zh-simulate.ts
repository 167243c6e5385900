// Chinese wording of the simulator.
import type { FrontWords } from './en-front.ts';

export const simulate: FrontWords['simulate'] = {
  heading: '你的对话需要记忆吗？',
  about:
    '拖入一段与模型的对话：ChatGPT 或 Claude 的导出文件、JSON 或 JSONL 消息、Markdown 或 CSV。它会在此标签页内按四种策略重放：内容不外传，也不保存。',
  drop: '选择对话',
  week: '用示例的一周试试',
  chat: '对话',
  messages: (count) => `${count} 条消息`,
  window: '窗口',
  tokens: (tokens) => `${tokens} 个词元`,
  priceOf: '每百万输入词元的价格',
  dollars: (dollars) => `${dollars} 美元`,
  progress: (done, all) => (all === undefined ? '正在读取……' : `第 ${done} / ${all} 次请求……`),
  noAnswers: '这段对话里没有模型的回答，没有可比较的请求。请拖入人与模型之间的对话。',
  notNeeded: (tokens, times) =>
    `你不需要它：整段对话有 ${tokens} 个词元，窗口放得下。用记忆的话，不计笔记，价格会是 ${times} 倍。`,
  needed: (tokens, cut, summarized, kept, share) =>
    `对话会增长到 ${tokens} 个词元，超出窗口。后面回答要用的细节，滑动窗口丢掉 ${cut} 个，摘要最多丢 ${summarized} 个，这个记忆丢 ${kept} 个；不计笔记，价格是全部发送的 ${share}。`,
  names: { whole: '全部发送', sliding: '滑动窗口', summary: '摘要', memory: '这个记忆（不记笔记）' },
  price: '价格',
  peak: '最大的请求',
  over: '超出窗口的请求',
  lost: '丢失的细节',
  atMost: (count) => `最多 ${count}`,
  method:
    '价格：命中缓存按普通输入的 0.1，新增 1.25，输出 5；应用自己的工具不计价。窗口用满四分之三时，模型为最新四分之一以外的内容写一份摘要，这次请求也计价；摘要保留了什么无从得知。这里没有模型参与：记忆自行折叠，不记笔记。细节指数字、名称或地址；按问题的用词召回到含有它的消息，就算找到。',
  facts: '回答要用到的细节',
  saidAndNeeded: (said, needed) => `第 ${said} 条消息说的，第 ${needed} 条要用`,
  fates: { shown: '在提示词里', found: '能找到', summarized: '要看摘要', lost: '丢失' },
  nothingLost: (needs) =>
    needs === 0 ? '没有回答要用到前面轮次的数字、名称或地址。' : `回答要用到前面的 ${needs} 个细节，没有一种策略丢失。`,
  more: (count) => `还有 ${count} 个`,
  options: '可复制的选项',
};
