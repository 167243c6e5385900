// Explains a missing answer to people and says what to do, in both languages.
import type { BrainProblem } from './brain.ts';

type Wording = { readonly [Kind in BrainProblem['kind']]: (problem: Extract<BrainProblem, { kind: Kind }>) => string };

const said = (words: string): string => (words === '' ? '' : ` ${words}`);

const EN: Wording = {
  'bad-address': ({ address }) => `"${address}" is no address. Give one such as http://localhost:11434.`,
  unreachable: ({ address, origin }) =>
    `Nobody answers at ${address}. Either nothing runs there, or that server does not allow pages from ${origin || 'here'} (CORS): ` +
    'for Ollama set OLLAMA_ORIGINS, in LM Studio switch on "Enable CORS". A page on https cannot reach http on another machine.',
  'cut-off': ({ address }) => `The connection to ${address} broke within the answer. Go on to ask again.`,
  unauthorized: ({ hasKey }) =>
    hasKey ? 'The server refused the key. Check it, and whether it is for this server.' : 'The server wants a key.',
  'not-found': ({ address, model }) =>
    `There is no ${address}, or no model "${model}" there. Check both; many servers want /v1 at the end of the address.`,
  'no-tools': ({ model, detail }) =>
    `The model "${model}" cannot call tools, and without them it cannot use a memory. Choose one that can. The server says: "${detail}".`,
  'too-long': ({ detail }) =>
    `The request is longer than the model takes. Make the window smaller with the slider, then go on.${said(detail)}`,
  busy: ({ detail }) => `The server is busy or your quota is used up. Wait a little, then go on.${said(detail)}`,
  refused: ({ status, detail }) => `The server refused the request (status ${status}).${said(detail)}`,
  'no-answer': ({ detail }) => `What came back is not an answer of a chat model.${said(detail)}`,
  timeout: ({ seconds }) => `No answer within ${seconds} seconds. Go on to ask again, or take a smaller model.`,
  endless: ({ requests }) =>
    `The model has called tools ${requests} times in one turn without an answer. The turn was stopped.`,
  'not-available': ({ detail }) => `This browser offers no built-in model.${said(detail)}`,
};

const ZH: Wording = {
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

export function problemText(locale: 'en' | 'zh-CN', problem: BrainProblem): string {
  const wording = locale === 'en' ? EN : ZH;
  return (wording[problem.kind] as (problem: BrainProblem) => string)(problem);
}
