// What the page says, in English. The other languages have the same shape.
import type { Pressure } from 'working-memory';
import { meaning } from './en-meaning.ts';

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const pressure: Record<Pressure, string> = {
  normal: 'normal',
  light: 'light',
  medium: 'medium',
  heavy: 'heavy',
  emergency: 'emergency',
};

/** In the order in which items leave the store. */

export const en = {
  locale: 'en' as string,
  title: 'working-memory',
  tagline: 'A memory for agents that live in a browser tab',
  skip: 'Skip to the memory',
  loading: 'Opening the memory …',
  cannotOpen: 'The memory could not be opened.',
  close: 'Close',
  pressure,
  toolbar: {
    home: 'Back to the start',
    label: 'Page',
    kill: 'Kill the worker',
    killHint: 'Ends the thread that holds the memory, without a warning. Nothing that was stored is lost.',
    killed: 'The worker is dead. The next call starts a new one from storage.',
    survived: (items: number, files: number) =>
      `A new worker has everything again: ${plural(items, 'item')}, ${plural(files, 'file')}.`,
    secondTab: 'Second tab',
    secondTabHint: 'Opens the same session once more; both see every write.',
    language: '中文',
    languageHint: '用中文显示',
    theme: { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' },
    integrate: 'Use it in your app',
    brain: 'Answers',
  },
  gauge: {
    label: 'Context window',
    used: (used: string, limit: string) => `${used} of ${limit} tokens`,
    window: 'Window',
    windowHint: 'Make it smaller and watch the memory make room.',
  },
  counters: {
    label: 'Prompt tokens sent',
    withMemory: 'with memory',
    withoutMemory: 'without',
    withoutHint:
      'The same conversation in an app that has its own tools and no memory. Where it outgrows the window, the app cuts its oldest turns.',
    cached: (percent: string) => `${percent} cached`,
    saved: (percent: string) => `${percent} less`,
    more: (percent: string) => `${percent} more`,
    cut: (turns: number) =>
      turns === 1
        ? 'Without it, turn 1 no longer fits the window and is cut.'
        : `Without it, turns 1–${turns} no longer fit the window and are cut.`,
    fits: 'Everything still fits the window: here a memory only costs.',
    chart: (withMemory: string, withoutMemory: string, window: string) =>
      `Tokens of each request: the latest has ${withMemory} with memory, ${withoutMemory} without; the window takes ${window}.`,
    perRequest: 'tokens per request',
  },
  tabs: { label: 'Parts of the page', chat: 'Chat', inspector: 'Memory', files: 'Files' },
  inspector: 'What is in the memory',
  chat: {
    heading: 'Conversation',
    empty: 'Forty turns of planning a release, told by a scripted agent. No key, no server, no network.',
    log: 'Messages',
    input: 'Your message',
    placeholder: 'Say something …',
    send: 'Send',
    thinking: 'The agent is at work …',
    call: (name: string) => `calls ${name}`,
    arguments: 'Arguments',
    result: 'Result',
    jump: 'To the newest',
  },
  player: {
    label: 'The story',
    play: 'Play',
    pause: 'Pause',
    step: 'Step',
    stepHint: 'One request further',
    restart: 'Start over',
    speed: 'Speed',
    speeds: { '1': '1×', '2': '2×', '4': '4×', top: 'top' },
    progress: (turn: number, turns: number) => `turn ${turn} of ${turns}`,
    ended: 'The story is told. Start over, or ask something yourself.',
    otherTab: 'Another tab is playing this session. Pause it there first.',
  },
  difference: {
    unchanged: (lines: number) => `${plural(lines, 'line')} unchanged`,
  },
  tree: {
    heading: 'Session tree',
    files: 'Files',
    drop: 'Drop text files or a zip here; drag files out.',
    add: 'Add files',
    exportZip: 'Export zip',
    importZip: 'Import zip',
    persist: 'Persist',
    persisted: 'The browser will keep this data, also when space gets short.',
    notPersisted: 'The browser did not promise to keep this data. Install the page or bookmark it, then try again.',
    noPersist: 'This browser cannot promise to keep data.',
    view: 'Text',
    diff: 'Last change',
    edit: 'Edit',
    save: 'Save',
    cancel: 'Cancel',
    saveAnyway: 'Save anyway',
    download: 'Download',
    remove: 'Delete',
    revision: (revision: number) => `revision ${revision}`,
    empty: 'This file is empty.',
    saved: (path: string, revision: number) => `${path} saved as revision ${revision}.`,
    conflict: 'The file has moved on since you began. Below is what differs from your text.',
    shrinks: 'This would remove most of the file.',
    added: (path: string) => `${path} is in the session now.`,
    removed: (path: string) => `${path} is deleted; its history stays.`,
    imported: (items: number, files: number) => `Imported: ${plural(items, 'item')}, ${plural(files, 'file')}.`,
    skipped: (count: number) => ` ${plural(count, 'record')} skipped.`,
    exported: (name: string) => `${name} holds the whole session as readable files.`,
    writer: { user: 'by you', assistant: 'by the agent', system: 'by the system', import: 'imported' } as Record<
      string,
      string
    >,
    editor: (path: string) => `Text of ${path}`,
  },
  items: {
    byHand: 'By hand',
    add: 'A fact to memorize',
    addButton: 'Memorize',
    importance: 'Importance',
    memorized: 'Memorized.',
    notKept: 'Not kept: everything in the store ranks higher. It can still be found.',
  },
  meaning,
  brain: {
    heading: 'Who answers?',
    now: 'answers now',
    trying: 'Asking whether it answers …',
    scripted: 'Scripted story',
    scriptedHint: 'Told from a script, the same each time. It needs no key and no network.',
    url: 'Any OpenAI-compatible server',
    urlHint:
      'Ollama, LM Studio, vLLM, llama.cpp, OpenRouter … Requests go to this address and nowhere else; the key is gone with this page.',
    address: 'Address',
    model: 'Model',
    key: 'Key, if it needs one',
    builtIn: 'Built into this browser',
    builtInHint: 'Chrome’s own model (its Prompt API), on this machine.',
    unavailable: 'This browser has none.',
    downloadable: 'The browser will download its model first.',
    use: 'Use it',
    inUse: (name: string) => `${name} answers from now on.`,
  },
  integrate: {
    heading: 'Use it in your app',
    intro: 'Install it; then these few lines are all that an app needs.',
    sdk: 'SDK',
    loop: 'A loop of your own',
    yours: (names: string) => `Your app brings ${names}.`,
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser did not allow copying; select the text instead.',
  },
  files: {
    empty: (name: string) => `${name} is empty: there is nothing to take over.`,
    tooLarge: (name: string, size: string, most: string) =>
      `${name} has ${size} MB; this page takes files of up to ${most} MB. Nothing was changed.`,
    binary: (name: string) => `${name} is a binary file; this page reads text, Markdown, JSONL and zip.`,
    notUtf8: (name: string) => `${name} is not in UTF-8. Save it as UTF-8 and try again.`,
    unreadable: (name: string) => `${name} could not be read. Is it a folder, or was it moved meanwhile?`,
    noZip: (name: string, detail: string) => `${name} could not be imported, nothing was changed. ${detail}`,
  },
  status: {
    label: 'Where this memory runs',
    worker: 'in a worker',
    'same-thread': 'in this thread',
    storage: 'data in',
    storages: { indexeddb: 'IndexedDB', memory: 'working memory only: a reload forgets them' } as Record<
      string,
      string
    >,
    head: 'commit',
    offline: 'ready for flight mode',
    local: 'nothing leaves this machine',
    remote: (host: string) => `requests go to ${host}`,
    files: (hosts: string) => `model files come from ${hosts}, texts stay on this machine`,
  },
};

export type Words = typeof en;
