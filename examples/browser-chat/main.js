// The page: shows the list, keeps it between visits, and sends what is typed.
import { answer, newMessages } from './agent.js';

const byId = (id) => document.getElementById(id);
const [server, question, newChat] = [byId('server'), byId('question'), byId('new-chat')];
const remember = (name, value) => localStorage.setItem(name, JSON.stringify(value));
const remembered = (name) => JSON.parse(localStorage.getItem(name) ?? 'null');

let messages = remembered('messages') ?? (await newMessages());
for (const [name, value] of Object.entries(remembered('server') ?? {})) server.elements[name].value = value;
show();

function show() {
  const said = messages.filter(({ role, content }) => content && (role === 'user' || role === 'assistant'));
  byId('messages').replaceChildren(
    ...said.map(({ role, content }) =>
      Object.assign(document.createElement('li'), { className: role, textContent: content }),
    ),
  );
}

question.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { text } = Object.fromEntries(new FormData(question));
  const { url, model, key } = Object.fromEntries(new FormData(server));
  remember('server', { url, model });
  question.elements.text.value = '';
  byId('problem').textContent = '';
  // A turn that fails leaves nothing behind in the list.
  const turn = [...messages];
  try {
    await answer({ url, model, key }, turn, text);
    messages = turn;
    remember('messages', messages);
  } catch (error) {
    byId('problem').textContent = error.message;
    question.elements.text.value = text;
  }
  show();
});

newChat.addEventListener('click', async () => {
  localStorage.removeItem('messages');
  messages = await newMessages();
  show();
});

byId('send').disabled = false;
