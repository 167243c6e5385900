// Code of every consumer's page: memorizes on the first visit and finds it on the next. A named workspace and an export
// need the worker's other files.
import { openWorkingMemory } from 'working-memory';

export async function visit(options) {
  try {
    const memory = await openWorkingMemory({ session: 'consumer', workspace: 'consumers', ...options });
    const before = (await memory.items.list()).map(({ text }) => text);
    if (before.length === 0) await memory.items.memorize('The parrot is called Kiwi', { importance: 0.8 });
    const { hits } = await memory.items.remember('what is the name of the parrot?');
    const inWorkspace = (await memory.items.remember('parrot', { scope: 'workspace' })).hits.length;
    const isExported = (await memory.export({ format: 'json' })).includes('Kiwi');
    const { runtime } = memory;
    await memory.close();
    return { before, found: hits.map(({ item }) => item.text), inWorkspace, isExported, runtime };
  } catch ({ message, code, details, stack }) {
    return { failed: { message, code, details, stack } };
  }
}
