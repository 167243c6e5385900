// The seven screens of <wm-inspector> over real memories, used by tab, by keyboard and by their texts.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { conceptEmbedder, conceptVector } from '../support/fakes/concept-embedder.ts';
import { PROBE, scriptedEmbedder } from '../support/fakes/scripted-embedder.ts';
import { openFilled, talked } from '../support/inspector/filled-memory.ts';
import { named, press, says, shown, textOf, type, within } from '../support/inspector/shown-inspector.ts';

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFilled();
});
afterEach(() => memory.close());

describe('the screen of the prompt', () => {
  it('shows requests as strata, the reason of each epoch, and what the chosen one held', async () => {
    const root = await shown(memory);
    await says(root, 'No request was prepared yet');
    await talked(memory, 20);
    await says(root, /tokens sent/);
    // The list of an app without a memory would not hold the memory's tools and their calls.
    await says(root, /Price [\d,]+ against [\d,]+ for the whole list with the same tools/);
    const scrubber = within(root, 'input[type=range]') as HTMLInputElement;
    await vi.waitFor(() => expect(Number(scrubber.max)).toBe(21));
    expect(scrubber.getAttribute('aria-valuetext')).toMatch(/21 of 21/);
    expect(root.querySelectorAll('.strata line.epoch').length).toBeGreaterThan(0);
    scrubber.value = '1';
    scrubber.dispatchEvent(new Event('input', { bubbles: true }));
    await says(root, 'Epoch 1 began: the session began.');
    await says(root, 'When does the harbour office close');
    scrubber.value = '2';
    scrubber.dispatchEvent(new Event('input', { bubbles: true }));
    named(root, 'difference to the request before').click();
    await says(root, /2 messages at the beginning are equal|3 messages at the beginning are equal/);
  });

  it('knows the numbers of requests that were prepared before it came, and says that their messages are not kept', async () => {
    await talked(memory, 3);
    const root = await shown(memory);
    await says(root, 'the journal has its numbers, not its messages');
    expect((within(root, 'input[type=range]') as HTMLInputElement).max).toBe('4');
  });
});

describe('the screen of the items', () => {
  it('lists who leaves next, moves by arrow keys inside the shadow root, and shows what happened to one', async () => {
    const root = await shown(memory, { screen: 'items' });
    await says(root, '5 of 5 items');
    const rows = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('tbody tr:not(.gap) button.row')];
    expect(rows()).toHaveLength(5);
    expect(within(root, 'tbody tr').textContent).toContain('next');
    rows()[0]?.focus();
    press(rows()[0] as Element, 'ArrowDown');
    await vi.waitFor(() => expect(root.activeElement).toBe(rows()[0]));
    press(root.activeElement as Element, 'ArrowDown');
    await vi.waitFor(() => expect(root.activeElement).toBe(rows()[1]));
    await says(root, 'item-memorized');
  });

  it('follows what the app memorizes', async () => {
    const root = await shown(memory, { screen: 'items' });
    await says(root, '5 of 5 items');
    await memory.items.memorize({ text: 'The ferry leaves at six.', importance: 0.9 });
    await says(root, 'The ferry leaves at six.');
  });

  it('offers nothing that writes, unless it may write', async () => {
    const reading = await shown(memory, { screen: 'items' });
    await says(reading, '5 of 5 items');
    (within(reading, 'button.row') as HTMLButtonElement).click();
    await says(reading, 'What happened to it');
    expect(textOf(reading)).not.toContain('Pin');
    const writing = await shown(memory, { screen: 'items', write: true });
    await says(writing, '5 of 5 items');
    (within(writing, 'button.row') as HTMLButtonElement).click();
    await says(writing, 'Pin');
    named(writing, 'Pin').click();
    await says(writing, 'never: pinned');
    expect((await memory.items.capacity()).pinned).toBe(1);
  });
});

describe('the screen of recall', () => {
  it('shows each score as a bar of its parts, and explains why an item is no hit', async () => {
    const root = await shown(memory, { screen: 'recall' });
    type(root, 'input[type=search]', 'What is the contract number?');
    (within(root, 'form') as HTMLFormElement).requestSubmit();
    await says(root, /\d hits, ranked by words/);
    expect(textOf(root)).toContain('HX-2207-Q');
    const bar = within(root, 'tbody svg[role=img]');
    expect(bar.getAttribute('aria-label')).toMatch(/^Score \d\.\d\d: words \d\.\d\d/);
    type(root, 'input[list]', 'no-such-item');
    await vi.waitFor(() => expect(named(root, 'Ask why').disabled).toBe(false));
    named(root, 'Ask why').click();
    await says(root, 'There is no such item');
  });
});

describe('a memory with an embedder', () => {
  it('is asked with and without meaning, and its map is by meaning', async () => {
    await memory.close();
    memory = await openFilled({ embedder: conceptEmbedder(), limits: { maxItems: 20 } });
    await memory.items.memorize(['Rex is a young beagle', 'The invoice of March is paid', 'My hound barks at night']);
    await memory.embedding.start();
    await memory.embedding.settled();
    const root = await shown(memory, { screen: 'recall' });
    type(root, 'input[type=search]', 'my puppy');
    (within(root, 'form') as HTMLFormElement).requestSubmit();
    await says(root, /\d hits, ranked by words and meaning/);
    expect(within(root, 'tbody svg[role=img]').getAttribute('aria-label')).toContain('meaning');
    within(root, 'input[type=checkbox]').click();
    await says(root, /\d hits, ranked by words;/);
    root.host.setAttribute('screen', 'vectors');
    await vi.waitFor(() => named(root, 'Draw the map').click());
    await says(root, 'By meaning: cosines of vectors');
    expect(root.querySelectorAll('svg.map circle')).toHaveLength(9);
  });
});

describe('the screen of the files', () => {
  it('shows revisions, the difference between two, and restores one where it may', async () => {
    const root = await shown(memory, { screen: 'files', write: true });
    await says(root, 'detail/notes.md');
    named(root, 'detail/notes.md').click();
    await says(root, /− beta\s*\+ gamma/);
    const revision = within(root, '.stack select') as HTMLSelectElement;
    revision.value = '1';
    revision.dispatchEvent(new Event('change', { bubbles: true }));
    await says(root, 'Restore revision 1');
    named(root, 'Restore revision 1').click();
    await vi.waitFor(async () => expect((await memory.files.read('detail/notes.md')).text).toContain('alpha'));
  });
});

describe('the screen of the journal', () => {
  it('shows commits in lanes, and the state after a former one with the texts that are kept', async () => {
    const root = await shown(memory, { screen: 'journal' });
    await says(root, 'file-written');
    const second = [...root.querySelectorAll('button.row')].find(
      ({ textContent }) => textContent === '2',
    ) as HTMLButtonElement;
    second.click();
    await says(root, 'State after commit 2');
    await says(root, /items [12], files \d, messages 0/);
    await says(root, 'The harbour office closes at noon');
    expect(textOf(root)).toContain('An inspector that may write forks a new session from here.');
    expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Fork from here');
  });

  it('forks a new session from a former commit where it may write, and says what it took', async () => {
    const { id = '' } = (await memory.items.list()).at(-1) ?? {};
    await memory.items.forget({ ids: [id] }, { mode: 'hard' });
    const root = await shown(memory, { screen: 'journal', write: true });
    const commits = (): HTMLButtonElement[] => [...root.querySelectorAll<HTMLButtonElement>('button.row')];
    await vi.waitFor(() => expect(commits().length).toBeGreaterThan(4));
    // The newest commit forgets for good; before it come the three revisions of the notes.
    for (const [place, name, said] of [
      [2, 'as it was', /Forked as as it was: items 4, files \d, messages 0\. No row holds these any more: items 1,/],
      [0, 'as it is', /Forked as as it is\./],
    ] as const) {
      commits()[place]?.click();
      await says(root, `State after commit ${commits()[place]?.textContent}`);
      type(root, '.stack input', name);
      await vi.waitFor(() => expect(named(root, 'Fork from here').disabled).toBe(false));
      named(root, 'Fork from here').click();
      await says(root, said);
    }
    const former = await memory.sessions.open('as it was');
    expect((await former.files.read('detail/notes.md')).text).toContain('beta');
    expect(await former.items.list()).toHaveLength(4);
    await former.close();
    expect((await memory.files.read('detail/notes.md')).text).toContain('gamma');
  });
});

describe('the screen of the vectors', () => {
  it('draws a map by shared words where there are no vectors, and says so', async () => {
    const root = await shown(memory, { screen: 'vectors' });
    named(root, 'Draw the map').click();
    await says(root, 'By shared words: this memory has no vectors to compare.');
    expect(root.querySelectorAll('svg.map circle')).toHaveLength(5);
  });
});

describe('the screen of health', () => {
  it('tells where the memory runs and stores, how long calls took, and what it does not know', async () => {
    const root = await shown(memory, { screen: 'health' });
    await says(root, 'in order');
    await says(root, /Sessions of this workspace\s*1/);
    await says(root, 'transcript.count');
    // This one runs in the page's own thread, where no lock tells of it.
    expect(textOf(root)).toMatch(/Tabs with an open memory\s*not known here/);
    expect(textOf(root)).toMatch(/Kernel memory\s*The library does not tell it/);
    expect(textOf(root)).toMatch(/Calls that wait\s*0 of the inspector’s own; the library does not tell the app’s/);
    expect(textOf(root)).toMatch(/Still to embed\s*Embedder: none; 0 texts wait/);
  });

  it.each([
    [
      'en',
      /Calls that wait\s*1 of the inspector’s own, for up to \d{4} ms/,
      /Still to embed\s*Embedder: \w+; \d+ texts wait/,
    ],
    ['zh', /等待中的调用\s*检查器自身 1 个，最久 \d{4} 毫秒/, /有待嵌入\s*嵌入器：\S+；\d+ 个文本在等待/],
  ] as const)(
    'tells in %s which of its calls wait, and what the embedder has still to do',
    async (lang, waits, embeds) => {
      const read = vi.spyOn(memory, 'report');
      let answer = (): void => {};
      const report = await memory.report();
      read.mockReturnValue(new Promise((resolve) => (answer = () => resolve(report))));
      const root = await shown(memory, { screen: 'health', lang });
      await says(root, waits);
      expect(textOf(root)).toMatch(embeds);
      answer();
      await says(root, lang === 'en' ? /Calls that wait\s*0/ : /等待中的调用\s*检查器自身 0 个/);
    },
  );

  it('counts the texts that wait for an embedder', async () => {
    await memory.close();
    memory = await openFilled({
      embedder: scriptedEmbedder((texts) => (texts[0] === PROBE ? texts.map(conceptVector) : new Promise(() => {}))),
    });
    const root = await shown(memory, { screen: 'health' });
    await says(root, /Still to embed\s*Embedder: at work; [1-9]\d* texts wait, 0 vectors stored/);
  });
});
