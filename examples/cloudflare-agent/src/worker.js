// `POST /<user>/<chat>` with a question: that user's agent answers in that chat.
import { DurableObject } from 'cloudflare:workers';
import { openWorkingMemory } from 'working-memory';
import { durableObjectStorage } from 'working-memory/durable-object';
import { openaiChat } from 'working-memory/lenses';

export class Agent extends DurableObject {
  /** Open conversations by name. Conversations of one workspace can recall each other. */
  #memories = new Map();
  #turn = Promise.resolve();

  /** Runs one turn at a time, because all turns of a chat append to one list. */
  answer(user, chat, question) {
    const turn = this.#turn.then(() => this.#answer(user, chat, question));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #open(user, chat) {
    if (!this.#memories.has(chat)) {
      const storage = durableObjectStorage(this.ctx.storage);
      const memory = openWorkingMemory({ session: chat, workspace: user, storage });
      memory.catch(() => this.#memories.delete(chat));
      this.#memories.set(chat, memory);
    }
    return this.#memories.get(chat);
  }

  async #answer(user, chat, question) {
    const memory = await this.#open(user, chat);
    const tools = await memory.tools();
    const functions = tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    }));
    const messages = await memory.context.restore(openaiChat);
    if (messages.length === 0) messages.push({ role: 'system', content: await memory.context.guide() });
    messages.push({ role: 'user', content: question });
    for (;;) {
      const next = await memory.context.prepare(openaiChat, messages, { tools: functions });
      const { choices, usage } = await this.#complete({ messages: next.messages, tools: functions });
      if (usage) memory.context.observe({ inputTokens: usage.prompt_tokens });
      messages.push(choices[0].message);
      await memory.context.record(openaiChat, choices[0].message);
      if (!choices[0].message.tool_calls?.length) break;
      for (const { id, function: call } of choices[0].message.tool_calls) {
        const tool = tools.find(({ name }) => name === call.name);
        const content = tool ? await tool.execute(call.arguments) : `There is no tool ${call.name}.`;
        messages.push({ role: 'tool', tool_call_id: id, content });
      }
    }
    return messages.at(-1).content;
  }

  async #complete(request) {
    const { MODEL_URL, MODEL, MODEL_KEY } = this.env;
    const response = await fetch(`${MODEL_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(MODEL_KEY && { authorization: `Bearer ${MODEL_KEY}` }) },
      body: JSON.stringify({ model: MODEL, ...request }),
    });
    if (!response.ok) throw new Error(`${MODEL_URL} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}

export default {
  async fetch(request, env) {
    const [user, chat = 'chat'] = new URL(request.url).pathname.split('/').filter(Boolean).map(decodeURIComponent);
    if (request.method !== 'POST' || !user)
      return new Response('POST a question to /<user>/<chat>.\n', { status: 400 });
    try {
      return new Response(`${await env.AGENT.getByName(user).answer(user, chat, await request.text())}\n`);
    } catch (error) {
      return new Response(`${error.message}\n`, { status: 502 });
    }
  },
};
