// Chinese wording of missing answers: the reason and what to do.
import { type ProblemWording, said } from './wording.ts';

export const wording: ProblemWording = {
  'bad-address': ({ address }) => `“${address}”不是有效地址。请填写类似 http://localhost:11434 的地址。`,
  unreachable: ({ address, origin }) =>
    `${address} 没有回应。可能那里没有服务在运行，也可能服务器不允许来自 ${origin || '此处'} 的页面访问（CORS）：` +
    'Ollama 请设置 OLLAMA_ORIGINS，LM Studio 请打开“Enable CORS”。https 页面无法访问其他机器上的 http 地址。',
  'cut-off': ({ address }) => `与 ${address} 的连接在回答中途断开。可以继续再问一次。`,
  unauthorized: ({ hasKey }) =>
    hasKey ? '服务器拒绝了这个密钥。请检查密钥，以及它是否属于这台服务器。' : '服务器需要密钥。',
  'not-found': ({ address, model }) =>
    `没有 ${address}，或者那里没有模型“${model}”。请检查两者；很多服务器的地址要以 /v1 结尾。`,
  'no-tools': ({ model, detail }) =>
    `模型“${model}”不能调用工具，也就无法使用记忆，请换一个能调用的。服务器的说明：“${detail}”。`,
  'too-long': ({ detail }) => `请求超过了模型能接受的长度。请用滑块缩小窗口再继续。${said(detail)}`,
  busy: ({ detail }) => `服务器正忙，或者配额已用完。请稍等再继续。${said(detail)}`,
  refused: ({ status, detail }) => `服务器拒绝了请求（状态码 ${status}）。${said(detail)}`,
  'no-answer': ({ detail }) => `收到的不是聊天模型的回答。${said(detail)}`,
  timeout: ({ seconds }) => `${seconds} 秒内没有回答。可以继续再问一次，或者换小一些的模型。`,
  endless: ({ requests }) => `模型在一轮里调用了 ${requests} 次工具还没有回答，这一轮已停止。`,
  'not-available': ({ detail }) => `这个浏览器没有内置模型。${said(detail)}`,
};
