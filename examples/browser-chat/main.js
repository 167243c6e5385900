// The page: shows the conversation and sends the user's messages. The memory stores the messages; the page stores the
// server's address and the open chat.
import { answer, keptMessages, newMessages } from './agent.js';

const byId = (id) => document.getElementById(id);
const [server, question] = [byId('server'), byId('question')];
const settings = JSON.parse(localStorage.getItem('server') ?? '{}');
for (const [name, value] of Object.entries(settings)) server.elements[name].value = value;

const messages = await keptMessages();
show();
await goOn();

function show() {
  const said = messages.filter(({ role, content }) => content && (role === 'user' || role === 'assistant'));
  const line = ({ role, content }) =>
    Object.assign(document.createElement('li'), { className: role, textContent: content });
  byId('messages').replaceChildren(...said.map(line));
}

/** Requests an answer if one is due: also after a reload, and again after a failure. */
async function goOn() {
  byId('problem').textContent = '';
  byId('send').disabled = byId('new-chat').disabled = true;
  try {
    if (messages.length > 0) await answer(Object.fromEntries(new FormData(server)), messages, show);
  } catch (error) {
    byId('problem').textContent = error.message;
  }
  byId('send').disabled = byId('new-chat').disabled = false;
}

question.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { url, model } = Object.fromEntries(new FormData(server));
  localStorage.setItem('server', JSON.stringify({ url, model }));
  const content = question.elements.text.value;
  if (messages.length === 0) messages.push(...(await newMessages()));
  if (content) messages.push({ role: 'user', content });
  question.reset();
  await goOn();
});

byId('new-chat').addEventListener('click', () => {
  location.hash = crypto.randomUUID();
});
addEventListener('hashchange', () => location.reload());
