// The memory in the background of the extension. The browser may end it at any time: answered calls are stored.
import { openWorkingMemory } from './working-memory.js';

let opening;
const opened = () =>
  (opening ??= openWorkingMemory({ session: 'notes', workspace: 'me' }).catch((error) => {
    opening = undefined;
    throw error;
  }));

const ANSWERS = {
  // Others wrote a page's text: as a tool's result, it never gets into a prompt by itself.
  keep: async (memory, { text, url }) =>
    (await memory.items.memorize({ text: text.slice(0, 2000), source: 'tool', tags: [new URL(url).hostname] })).items
      .length,
  list: async (memory) => (await memory.items.list()).map(({ id, text, tags }) => ({ id, text, tags })),
  ask: async (memory, { question }) => (await memory.items.remember(question)).hits.map(({ item }) => item.text),
  forget: (memory, { id }) => memory.items.forget({ ids: [id] }, { mode: 'hard' }),
};

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  // Only the panel may read: a page can add texts but gets none back.
  const isPanel = sender.origin === location.origin;
  const work = isPanel || message.does === 'keep' ? ANSWERS[message.does] : undefined;
  if (!work) return false;
  opened()
    .then((memory) => work(memory, message))
    .then(
      (result) => answer({ result }),
      (error) => answer({ error: error.message }),
    );
  return true;
});

void chrome.sidePanel?.setPanelBehavior({ openPanelOnActionClick: true });
