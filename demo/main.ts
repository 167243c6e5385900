// Opens the memory that the address names and connects the views to it.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { createAdding } from './adding.ts';
import { readAddress, queryOf } from './address.ts';
import { coalesced } from './coalesce.ts';
import { oldestAge, STORE_SIZES } from './store-size.ts';
import { attachAddPanel } from './views/add-panel.ts';
import { attachAsk } from './views/ask.ts';
import { createDepartures } from './views/departures.ts';
import { required } from './views/element.ts';
import { createItemList } from './views/item-list.ts';
import { createMessageLine } from './views/message-line.ts';
import { attachOverview } from './views/overview.ts';
import { attachSessionBar } from './views/session-bar.ts';
import { createStatus } from './views/status.ts';
import { createUsage } from './views/usage.ts';

/** Items age without any commit; their numbers follow this often. */
const REFRESH_MS = 20_000;

const address = readAddress(location.search);
const messages = createMessageLine();
const status = createStatus();

history.replaceState(null, '', queryOf(address) + location.hash);
attachSessionBar(address);
try {
  connect(await openWorkingMemory({ session: address.session, ...STORE_SIZES[address.size].options }));
} catch (error) {
  status.fail();
  messages.fail(error);
}

function connect(memory: WorkingMemory): void {
  const usage = createUsage();
  const list = createItemList();
  const departures = createDepartures();
  const overview = attachOverview(memory, messages);
  const times = required('file-times', HTMLSelectElement);
  let head: number | undefined;

  const refresh = coalesced(async () => {
    try {
      const [items, capacity] = await Promise.all([memory.items.list(), memory.items.capacity()]);
      departures.nameClasses(capacity.policy.classes);
      usage.show(capacity);
      list.show(items, capacity.policy.classes);
      status.show(memory.runtime, head);
    } catch (error) {
      messages.fail(error);
    }
  });

  const adding = createAdding({
    memory,
    messages,
    oldestAge: oldestAge(address.size),
    keepTimes: () => times.value === 'written',
    onMemorized: departures.show,
  });
  attachAddPanel(adding);
  attachAsk(memory, messages);
  memory.subscribe((commit) => {
    head = commit.head;
    refresh();
    overview.onCommit(commit);
  });
  required('main', HTMLElement).inert = false;
  void overview.load();
  refresh();
  setInterval(() => {
    if (!document.hidden) refresh();
  }, REFRESH_MS);
}
