// Chinese wording of the first screen and the three lanes.
import type { FrontWords } from './en-front.ts';
import { simulate } from './zh-simulate.ts';

const front: FrontWords['front'] = {
  claim: '你说过的，它都记得。',
  about:
    '给 LLM 智能体用的记忆，就在这个浏览器里，不用模型、服务器或账号。告诉它一件事，再问它；它用你的原话回答，并注明日期。',
  input: '告诉它一件事，或问它一件事',
  send: '说',
  log: '说过的话',
  try: '例如',
  examples: ['我妹妹住在成都。', '我妹妹住在哪里？', '忘了它。'],
  drop: '添加聊天记录或文件',
  kept: '我记住了。',
  quoted: (when) => `你在 ${when} 告诉过我：`,
  quotedChat: (chat, when) => `在对话“${chat}”中（${when}）：`,
  listed: '我知道这些：',
  near: '我不太确定。我知道的最接近的是：',
  unknown: '关于这件事，你还没有告诉过我。',
  hint: '请告诉我一件值得记住的事，例如“我妹妹住在成都。”，然后再问我。',
  forgotten: (count, chat) => {
    if (count === 0) return '什么都没有忘记：我不确定你指的是哪件事。请说得具体一些，例如“把猫的事忘了”。';
    if (chat === undefined) return '已彻底忘记，不留任何痕迹。';
    return `已彻底忘记这条消息，“${chat}”的其余内容仍然保留。`;
  },
  tooShort: (text, chat, shortest) =>
    `“${text}”仍然保留：它不足 ${shortest} 个字母（${shortest / 2} 个汉字），其他消息里可能也有，会一并被删。要删除它，请在“它为什么知道这些？”中忘记整个对话“${chat}”。`,
  private: '这是私密对话：我不保存，也不查找任何内容。',
  reading: (file) => `正在读取 ${file}……`,
  imported: (file, conversations, read, kept) =>
    `${file}：${conversations} 个对话，读取 ${read} 条消息，${kept === 0 ? '此前都已导入' : kept === read ? '全部保存' : `保存 ${kept} 条`}。`,
  findable: (messages) => `现在可以找到 ${messages} 条消息。`,
  refused: (count) => `略过 ${count} 项：此页面不认识它们。`,
  welcome: (said, messages, chats) =>
    `欢迎回来。我知道${[
      ...(said > 0 ? [`你说过的 ${said} 件事`] : []),
      ...(chats > 0 ? [` ${chats} 个对话中的 ${messages} 条消息`] : []),
    ].join('，以及')}。最近一件：`,
  privateLabel: '私密对话',
  why: '它为什么知道这些？',
  whyEmpty: '它对你还一无所知。',
  said: (when) => `你在 ${when} 说的`,
  chat: (messages, when) => `一段 ${messages} 条消息的对话，始于 ${when}`,
  forget: '忘记',
  forgetThis: (text) => `忘记：${text}`,
  more: (count) => `还有 ${count} 件`,
  picture: {
    label: (above, below, arcs) => `地面之上是这次说的 ${above} 句，之下是记住的 ${below} 件，想起了 ${arcs} 件`,
    above: '这次说的',
    below: '看不见，但留着',
    arc: '想起来了',
    window: (tokens) => `模型看到的，窗口 ${tokens} 词元`,
  },
  further: '给开发者',
  links: {
    week: '一周的对话，12.8 万词元：有记忆与没有记忆',
    short: '一段短对话：你需要它吗？',
    simulate: '你自己的对话：四种策略',
    inside: '内部：逐条查看每次的提示词',
  },
};

const lanes: FrontWords['lanes'] = {
  week: '到了星期日，谁还记得？',
  weekAbout: (window) =>
    `一段持续七天的对话，含日志、工单和规格说明。窗口为 ${window} 词元。前两天的八件事，最后一天要用到。`,
  short: '你需要记忆吗？',
  shortAbout: (window) => `同一段对话的前四轮，窗口为 ${window} 词元。`,
  play: '播放',
  pause: '暂停',
  again: '再来一次',
  turn: (turn, turns) => `第 ${turn} / ${turns} 轮`,
  names: { whole: '全部发送', sliding: '只发放得下的', memory: '用这个记忆' },
  tokens: '已发送词元',
  cached: '命中缓存',
  price: '价格（词元）',
  facts: '星期日还知道的事',
  ofWhole: (share) => `全部发送的 ${share}`,
  fits: '窗口放得下',
  full: (turn) => `从第 ${turn} 轮起放不下；更大的窗口会这样继续`,
  cut: (turns) => (turns === 1 ? '第 1 轮被截掉' : `第 1–${turns} 轮被截掉`),
  hidden: (messages) => `${messages} 条消息不再发送，但能找到`,
  priceHint: '价格以普通输入的词元计：缓存 0.1，新增 1.25，输出 5。所有工具和笔记都计算在内。',
  asked: '提问',
  right: '正确',
  wrong: '错误',
  notYet: (times, tokens) => `你还不需要它：全部 ${tokens} 词元都放得下，记忆的工具和说明会让价格变成 ${times} 倍。`,
  need: (share, right, lost) =>
    `用这个记忆：8 件事记得 ${right} 件，价格是全部发送的 ${share}。“只发放得下的”丢了 ${lost} 件。`,
  picture: (turn) => `第 ${turn} 轮的提示词：地面之上是模型看到的，之下是不再发送的`,
  saidAt: (turn) => `第 ${turn} 轮说的`,
};

const noChat: FrontWords['noChat'] = {
  noMessages: (name) =>
    `${name} 中没有此页面能读取的消息。请拖入 ChatGPT 或 Claude 的导出文件（zip 或 conversations.json）、JSON 或 JSONL 消息、WhatsApp 聊天记录（.txt 或 zip）、Markdown、PDF，或带有“text”列的 CSV。`,
  noPdfText: (name) => `${name} 没有文本：各页都是图片。请拖入可选中文字的 PDF，或直接拖入文本。`,
  damagedPdf: (name) => `无法读取 ${name}：文件已损坏或有密码。请另存为无密码的 PDF 后再试。`,
  noPdfReader: (name) => `未能读取 ${name}：PDF 解析代码没有加载成功。它在首次拖入 PDF 时下载，请联网后再试。`,
};

export const frontZh: FrontWords = { front, lanes, simulate, noChat };
