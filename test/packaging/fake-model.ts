// Server with OpenAI's API and a model that obeys: "Remember: …" calls the tool memorize, "Recall: …" the tool recall,
// and the tool's result is its answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly role: string;
  readonly content: string | null;
}
interface Request {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

export interface FakeModel {
  readonly url: string;
  /** Everything it was sent. */
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
const ORDERS = [
  { said: /Remember: (.+)/, name: 'memorize', field: 'text' },
  { said: /Recall: (.+)/, name: 'recall', field: 'query' },
];

export async function startFakeModel(): Promise<FakeModel> {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, CORS).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const asked = JSON.parse(Buffer.concat(parts).toString()) as Request;
    requests.push(asked);
    const message = { role: 'assistant', ...reply(asked, `call-${requests.length}`) };
    response.writeHead(200, { ...CORS, 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message }], usage: { prompt_tokens: 1000 } }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

function reply({ messages, tools = [] }: Request, id: string): object {
  for (let index = messages.length - 1; index >= 0; index--) {
    const { role, content } = messages[index] as Message;
    if (role === 'tool') return { content };
    const order = role === 'user' && ORDERS.find(({ said }) => said.test(content ?? ''));
    if (!order) continue;
    if (!tools.some((tool) => tool.function.name === order.name)) return { content: `I have no tool ${order.name}.` };
    const input = { [order.field]: order.said.exec(content ?? '')?.[1] };
    const call = { id, type: 'function', function: { name: order.name, arguments: JSON.stringify(input) } };
    return { content: null, tool_calls: [call] };
  }
  return { content: 'Yes?' };
}
