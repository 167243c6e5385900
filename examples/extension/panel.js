// The side panel: lists the memorized texts and answers a question from them.
const [answers, kept] = document.querySelectorAll('ul');

const ask = async (message) => {
  const { result, error } = await chrome.runtime.sendMessage(message);
  if (error) throw new Error(error);
  return result;
};

const line = (text, ...parts) => {
  const item = document.createElement('li');
  item.append(text, ...parts);
  return item;
};

async function show() {
  const items = await ask({ does: 'list' });
  const lines = items.map(({ id, text, tags }) => {
    const forget = document.createElement('button');
    forget.textContent = 'Forget';
    forget.addEventListener('click', () => ask({ does: 'forget', id }).then(show));
    return line(`${text} (${tags.join(', ')}) `, forget);
  });
  kept.replaceChildren(...lines);
}

document.forms[0].addEventListener('submit', async (event) => {
  event.preventDefault();
  const question = new FormData(event.target).get('question');
  answers.replaceChildren(...(await ask({ does: 'ask', question })).map((text) => line(text)));
});

document.addEventListener('visibilitychange', show);
void show();
