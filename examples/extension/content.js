// Runs in every page: Alt+M memorizes the selected text.
const TRIES = 5;
const PATIENCE_MS = 2000;

const silence = () => new Promise((resolve) => setTimeout(() => resolve({ error: 'no answer' }), PATIENCE_MS));

/** Retries when the background ended before it answered: memorizing a text twice stores it once. */
async function keep(text) {
  let answer;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const asked = chrome.runtime.sendMessage({ does: 'keep', text, url: location.href });
    answer = await Promise.race([asked, silence()]).catch(({ message }) => ({ error: message }));
    if (answer?.result) break;
  }
  return answer ?? { error: 'no answer' };
}

document.addEventListener('keydown', async (event) => {
  const text = String(getSelection()).trim();
  if (!event.altKey || event.code !== 'KeyM' || text === '') return;
  const told = document.createElement('output');
  told.style.cssText = 'position: fixed; inset: auto 1em 1em auto; padding: 0.5em; background: #fff; color: #000';
  const { error } = await keep(text);
  told.textContent = error ? `Not kept: ${error}` : 'Kept.';
  document.body.append(told);
  setTimeout(() => told.remove(), 3000);
});
