// Notes in a memory on this device.
import { openWorkingMemory } from 'working-memory';

const byId = (id) => document.getElementById(id);
const typed = (form) => new FormData(byId(form)).get('text').trim();
const report = (error) => (byId('problem').textContent = error.message);

async function start() {
  await navigator.serviceWorker.register('/service-worker.js');
  // Each notebook has an address, such as /#garden; the search covers the whole workspace.
  const memory = await openWorkingMemory({
    session: decodeURIComponent(location.hash.slice(1)) || 'notes',
    workspace: 'me',
    // The service worker caches everything that this page calls.
    preload: false,
    // Notes are kept for good, so the limits are high.
    limits: { maxItems: 5000, maxTokens: 1_000_000 },
  });

  /** Shows the hits of the search in all notebooks, best first, or all notes of this one, oldest first. */
  async function show() {
    const prompt = typed('search');
    const texts = prompt
      ? (await memory.items.remember(prompt, { scope: 'workspace' })).hits.map(
          ({ item, snippet }) => item?.text ?? snippet,
        )
      : (await memory.items.list()).map(({ text }) => text);
    byId('notes').replaceChildren(
      ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
  }

  byId('note').addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await memory.items.memorize(typed('note'), { source: 'user' });
      event.target.reset();
      // Browsers ask the user for permission, if at all, once the page was used.
      await memory.persist();
      await show();
    } catch (error) {
      report(error);
    }
  });
  byId('search').addEventListener('input', show);
  byId('search').addEventListener('submit', (event) => event.preventDefault());
  // Includes notes of other tabs.
  memory.subscribe(show);
  await show();
  // `autocomplete="off"` keeps Firefox from enabling the button in a reload, before the memory is open.
  byId('keep').disabled = false;
}

addEventListener('hashchange', () => location.reload());
start().catch(report);
