// The ways into the memory: files, a note, the sample. Each is one `memorize` call and one message about what it did.
import type { MemorizeResult, NewItem, WorkingMemory } from 'working-memory';
import { counted, errorText } from './format.ts';
import { type FileContent, LARGEST_FILE, readFile, tooLarge, UnreadableFile } from './read-file.ts';
import sample from './sample.jsonl?raw';

export interface Messages {
  say(text: string): void;
  warn(text: string): void;
  fail(error: unknown): void;
}

export interface AddingOptions {
  readonly memory: WorkingMemory;
  readonly messages: Messages;
  /** Items older than this are left out of recall and leave with the next `memorize`. */
  readonly oldestAge: number;
  /** Whether the times in files count, or everything was said now. */
  readonly keepTimes: () => boolean;
  readonly onMemorized: (result: MemorizeResult) => void;
}

export interface Adding {
  note(text: string, importance: number): Promise<boolean>;
  files(files: readonly File[]): Promise<void>;
  sample(): Promise<void>;
}

export function createAdding({ memory, messages, oldestAge, keepTimes, onMemorized }: AddingOptions): Adding {
  async function addContent(name: string, { unit, items, skippedLines }: FileContent): Promise<string> {
    const now = Date.now();
    const dated = keepTimes() ? items : items.map((item) => ({ ...item, at: now }));
    const result = await memory.items.memorize(dated);
    onMemorized(result);
    const oldest = now - oldestAge;
    return [
      `${name}: ${counted(items.length, unit)} memorized in one batch.`,
      ...skippedNote(skippedLines),
      ...departureNote(result),
      ...ageNote(dated.filter(({ at }) => at !== undefined && at < oldest).length),
    ].join(' ');
  }

  async function addFile(file: File): Promise<string> {
    // Before reading: a file of gigabytes must not be loaded to learn its size.
    if (file.size > LARGEST_FILE) throw tooLarge(file.name, file.size);
    const bytes = new Uint8Array(await readable(file));
    return addContent(file.name, readFile(file.name, bytes, Date.now()));
  }

  return {
    async note(text, importance) {
      try {
        const item: NewItem = { text, importance, role: 'user' };
        const result = await memory.items.memorize(item);
        onMemorized(result);
        messages.say(
          [
            `The note is ${result.stored ? 'memorized' : 'not kept: everything in the store ranks higher'}.`,
            ...departureNote(result),
          ].join(' '),
        );
        return true;
      } catch (error) {
        messages.fail(error);
        return false;
      }
    },

    async files(files) {
      const done: string[] = [];
      const failed: { name: string; error: unknown }[] = [];
      for (const file of files) {
        messages.say(`Reading ${file.name} …`);
        try {
          done.push(await addFile(file));
        } catch (error) {
          failed.push({ name: file.name, error });
        }
      }
      const [first] = failed;
      if (!first) messages.say(done.join('\n'));
      else if (files.length === 1) messages.fail(first.error);
      else messages.warn([...done, ...failed.map(failureText)].join('\n'));
    },

    async sample() {
      try {
        const content = readFile('sample.jsonl', new TextEncoder().encode(sample), Date.now());
        messages.say(await addContent('The sample', content));
      } catch (error) {
        messages.fail(error);
      }
    },
  };
}

async function readable(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new UnreadableFile(`${file.name} could not be read. Is it a folder, or was it moved or changed meanwhile?`);
  }
}

/** Among several files the library's message does not tell which one it is about. */
const failureText = ({ name, error }: { name: string; error: unknown }): string =>
  error instanceof UnreadableFile ? error.message : `${name}: ${errorText(error)}`;

const skippedNote = (lines: number): string[] =>
  lines > 0 ? [`${counted(lines, 'line')} skipped: no JSON object with a "content" or "text".`] : [];

function departureNote({ evicted, expired, items }: MemorizeResult): string[] {
  const refused = items.filter(({ stored }) => !stored).length;
  return [
    ...(expired.length > 0 ? [`${counted(expired.length, 'item')} left by age.`] : []),
    ...(evicted.length > refused ? [`${counted(evicted.length - refused, 'item')} left to make room.`] : []),
    ...(items.length > 1 && refused > 0 ? [`${counted(refused, 'item')} of the batch found no room.`] : []),
  ];
}

const ageNote = (tooOld: number): string[] =>
  tooOld > 0
    ? [
        `${counted(tooOld, 'item')} older than this store keeps: recall leaves them out. Set “Times in files” to “As if said now”, or open the large store, and add the file again.`,
      ]
    : [];
