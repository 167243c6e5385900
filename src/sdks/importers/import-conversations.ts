// Imports the conversations of another app, each as a session of its own.
import { invalidInput, isWorkingMemoryError, kindOf, WorkingMemoryError, workspaceNotNamed } from '../../errors.ts';
import { checkMemory } from '../../options/methods.ts';
import { checkImportOptions } from './checks.ts';
import type { ConversationFormat, ImportedConversation, ImportSource, Refused } from './conversation.ts';
import { filesIn, type ReadingHost, type OneFile } from './reading/files.ts';
import { longestTextOf } from './fitting.ts';
import { refusedFile, Unreadable } from './refusals.ts';
import type { ConversationEnd, ConversationReport, ConversationsReport, ImportProgress } from './report.ts';
import { type ImportingMemory, sessionOf, stored } from './storing.ts';
import { UnnamedConversations } from './unnamed.ts';

/** Conversations under way at once: the next ones are read and planned while storage writes one. */
export const AT_ONCE = 4;

/** Options of `importConversations`. */
export interface ImportConversationsOptions {
  /** Signal that ends the import once the conversations under way are stored; imported ones stay. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each piece of text and each conversation. An error that it throws ends the import. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Reads conversations of another app and stores each as a session. */
export type ImportConversations = (
  memory: ImportingMemory,
  format: ConversationFormat,
  source: ImportSource,
  options?: ImportConversationsOptions,
) => Promise<ConversationsReport>;

interface ConversationsHost extends ReadingHost {
  /** Returns a unique id in hexadecimal digits. */
  readonly newId: () => string;
}

export const createImport =
  (host: ConversationsHost): ImportConversations =>
  async (memory, format, source, options = {}) =>
    new Import(host, memory, format, options).all(source);

class Import {
  readonly #host: ConversationsHost;
  readonly #memory: ImportingMemory;
  readonly #format: ConversationFormat;
  readonly #options: ImportConversationsOptions;
  readonly #reports: ConversationReport[] = [];
  readonly #refused: Refused[] = [];
  readonly #known = new Map<string, number>();
  readonly #unnamed: UnnamedConversations;
  /** Conversations on their way to storage, in the order of the source. */
  readonly #underWay: { readonly session: string | undefined; readonly report: Promise<ConversationReport> }[] = [];
  #longest = 0;
  #read = 0;
  #messages = 0;
  #size: number | undefined;

  constructor(
    host: ConversationsHost,
    memory: ImportingMemory,
    format: ConversationFormat,
    options: ImportConversationsOptions,
  ) {
    checkMemory(memory, ['import', 'sessions.list']);
    checkImportOptions(options);
    if (typeof format?.read !== 'function')
      throw invalidInput('format', 'a format such as chatgptExport or csvTable()', kindOf(format));
    this.#host = host;
    this.#memory = memory;
    this.#unnamed = new UnnamedConversations(memory, host.newId);
    this.#format = format;
    this.#options = options;
  }

  async all(source: ImportSource): Promise<ConversationsReport> {
    if (this.#memory.runtime.reach === 'session') throw workspaceNotNamed('An import of conversations');
    this.#size = sizeOf(source);
    for (const { session, messages } of await this.#memory.sessions.list()) this.#known.set(session, messages);
    this.#longest = await longestTextOf(this.#memory);
    const reading = {
      format: this.#format,
      unzip: this.#host.unzip,
      pause: this.#pause,
      onRead: (units: number) => {
        this.#read += units;
        this.#tell();
      },
      onRefused: (refused: Refused) => void this.#refused.push(refused),
    };
    try {
      for await (const file of filesIn(source, reading)) await this.#file(file);
      while (this.#underWay.length > 0) await this.#arrived();
    } catch (error) {
      for (const { report } of this.#underWay)
        await report.then(
          (done) => this.#reports.push(done),
          () => undefined,
        );
      throw this.#withWhatWasDone(error);
    }
    return this.#report();
  }

  async #file(file: OneFile): Promise<void> {
    const { expected, read } = this.#format;
    try {
      for await (const conversation of read(file)) {
        await this.#begin(conversation);
        await this.#pause();
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!file.isOneOfMany) throw refusedFile(file.path, error.message, expected, error);
      this.#refused.push({ where: file.path, reason: `it ${error.message}` });
    }
  }

  async #begin(conversation: ImportedConversation): Promise<void> {
    const { name } = this.#format;
    const { id } = conversation;
    const session = id === undefined ? undefined : sessionOf(name, id);
    // A conversation without an id is known by stored messages, and one that comes twice goes on behind itself.
    const waits = (): boolean =>
      this.#underWay.length === AT_ONCE ||
      (this.#underWay.length > 0 && session === undefined) ||
      this.#underWay.some((one) => one.session === session);
    while (waits()) await this.#arrived();
    this.#options.signal?.throwIfAborted();
    const [memory, known, unnamed, longest] = [this.#memory, this.#known, this.#unnamed, this.#longest];
    const report = stored(name, conversation, { memory, known, unnamed, longest, pause: this.#pause });
    // Where an earlier one fails, this one is awaited afterwards.
    report.catch(() => undefined);
    this.#underWay.push({ session, report });
  }

  async #arrived(): Promise<void> {
    const report = await this.#underWay[0]?.report;
    this.#underWay.shift();
    if (!report) return;
    this.#reports.push(report);
    this.#messages += report.messages.kept;
    this.#tell();
  }

  readonly #pause = async (): Promise<void> => {
    await this.#host.between();
    this.#options.signal?.throwIfAborted();
  };

  #tell(): void {
    const [read, size, messages] = [this.#read, this.#size, this.#messages];
    this.#options.onProgress?.({ read, size, conversations: this.#reports.length, messages });
  }

  /** Adds to the error of an import that ends early what it left behind. */
  #withWhatWasDone(error: unknown): unknown {
    const { signal } = this.#options;
    const kept = this.#reports.filter(({ end }) => end === 'new' || end === 'grown').length;
    const done =
      kept === 0
        ? 'Nothing was imported.'
        : kept === 1
          ? '1 conversation was imported and stays; repeat the import to continue after it.'
          : `${kept} conversations were imported and stay; repeat the import to continue after them.`;
    const isAborted = signal?.aborted && (error === signal.reason || isWorkingMemoryError(error, 'aborted'));
    if (isAborted) {
      const method = 'importConversations';
      return new WorkingMemoryError(
        'aborted',
        `${method} was aborted by its signal. ${done}`,
        { method },
        { cause: error },
      );
    }
    if (!isWorkingMemoryError(error)) return error;
    const message = `${error.message.replace(/ Nothing was changed\.$/, '')} ${done}`;
    return new WorkingMemoryError(error.code, message, error.details, { cause: error });
  }

  #report(): ConversationsReport {
    const counts: Record<ConversationEnd, number> = { new: 0, grown: 0, known: 0, changed: 0, refused: 0 };
    for (const { end } of this.#reports) counts[end]++;
    const read = this.#reports.reduce((sum, { messages }) => sum + messages.read, 0);
    const messages = { read, kept: this.#messages };
    return { counts, messages, conversations: this.#reports, refused: this.#refused };
  }
}

function sizeOf(source: ImportSource): number | undefined {
  if (typeof source === 'string') return source.length;
  if (source instanceof Blob) return source.size;
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source) ? source.byteLength : undefined;
}
