// POST { user, text, chat? }: answers with a model that knows what this user said, here and in other chats.
import { openWorkingMemory } from 'working-memory';
import { fileStorage } from 'working-memory/file-storage';
import { openaiChat } from 'working-memory/lenses';

const { MODEL_URL = 'http://localhost:11434/v1', MODEL = 'qwen3', MODEL_KEY } = process.env;
const storage = fileStorage({ root: './memory' });

export async function POST(request) {
  const { user, text, chat = 'monday' } = await request.json();
  const memory = await openWorkingMemory({ session: chat, workspace: user, storage });
  try {
    return Response.json({ answer: await answer(memory, text) });
  } catch (error) {
    return Response.json({ problem: error.message }, { status: 502 });
  } finally {
    await memory.close();
  }
}

async function answer({ context }, text) {
  const before = await context.restore(openaiChat);
  const messages = [...before, { role: 'user', content: text }];
  const next = await context.prepare(openaiChat, messages);
  const message = await complete(next.messages);
  await context.record(openaiChat, message);
  return message.content;
}

async function complete(messages) {
  const headers = { 'content-type': 'application/json', ...(MODEL_KEY && { authorization: `Bearer ${MODEL_KEY}` }) };
  const body = JSON.stringify({ model: MODEL, messages });
  const response = await fetch(`${MODEL_URL}/chat/completions`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${MODEL_URL} answered ${response.status}: ${await response.text()}`);
  const { choices } = await response.json();
  return choices[0].message;
}
