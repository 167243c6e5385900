// Asks the app's `onBeforeWrite` about every text before its command reaches the engine. Loaded only with that option.
import type { OnBeforeWrite, PendingWrite, WriteDecision } from '../../api/writing/before-write.ts';
import type { Engine, ImportChange } from '../../boundary/engine.ts';
import { type EngineMethod, mapMethods } from '../../boundary/engine-methods.ts';
import { kindOf, portFailed, WorkingMemoryError } from '../../errors.ts';
import type { NewItem } from '../../items/item.ts';
import { type Source, SOURCES, trustOf } from '../../options/provenance.ts';
import { deadline } from '../../ports/deadline.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { checkMessage } from '../../tree/transcript/message-check.ts';
import { type SentMessage, wholeText } from '../../tree/transcript/transcript.ts';

const DECISIONS: readonly unknown[] = ['allow', 'quarantine', 'reject'] satisfies WriteDecision[];
const LONGEST_REASON = 200;
/** Share of a call's deadline for the answers about all its texts; the rest is for the command. */
const ANSWER_SHARE = 1 / 2;
const EXPECTED = "'allow', 'quarantine', 'reject', or { decision, reason } with a reason of at most 200 characters";
const QUARANTINED = { trust: 0 } as const;

/**
 * Returns a function that puts `decide` before an engine. The same engine always gets the same gate, because callers
 * compare engines by identity.
 */
export function gate(decide: OnBeforeWrite, deadlineMs: number): (engine: Engine) => Engine {
  const gated = new WeakMap<Engine, Engine>();
  return (engine) => {
    const known = gated.get(engine) ?? gatedEngine(engine, decide, deadlineMs * ANSWER_SHARE);
    gated.set(engine, known);
    return known;
  };
}

/** Asks about one text; resolves with true if it goes into quarantine. @throws write-rejected, port-failed */
type AskGate = (write: Omit<PendingWrite, 'trust'>) => Promise<boolean>;

function gatedEngine(engine: Engine, decide: OnBeforeWrite, answerMs: number): Engine {
  /** Fulfilled when earlier commands have their decisions, so that commands reach the engine in order. */
  let turn: Promise<unknown> = Promise.resolve();
  const after = <T>(decided: Promise<T>): Promise<T> => {
    turn = decided.catch(() => undefined);
    return decided;
  };
  /** Runs `work` in its turn. @throws port-failed if the answers take longer than `answerMs` */
  const asking = <T>(work: (ask: AskGate) => Promise<T>): Promise<T> =>
    after(
      turn.then(() => {
        let isLate = false;
        const ask: AskGate = async (write) => {
          const isQuarantined = await answerOf(decide, write);
          // The command has failed: the app must not be asked about the rest of its texts.
          if (isLate) throw late(answerMs);
          return isQuarantined;
        };
        return deadline(
          () => work(ask),
          answerMs,
          () => {
            isLate = true;
            return late(answerMs);
          },
        );
      }),
    );

  const items = (given: readonly NewItem[]): Promise<NewItem[]> =>
    asking(async (ask) => {
      const decided: NewItem[] = [];
      for (const item of given) decided.push((await ask(ofItem(item))) ? aside(item) : item);
      return decided;
    });
  const messages = <Of extends SentMessage>(given: readonly Of[]): Promise<Of[]> =>
    asking(async (ask) => {
      const decided: Of[] = [];
      for (const message of given)
        decided.push((await ask(ofMessage(message))) ? { ...message, ...QUARANTINED } : message);
      return decided;
    });
  const file = (path: string, source: Source = 'user', whole: () => string | Promise<string>): Promise<object> =>
    asking(async (ask) => {
      const write = { kind: 'file', path, text: await whole(), source } as const;
      return (await ask(write)) ? asideOf(write) : {};
    });
  /** Returns the edited text of the file; `replace` alone where the engine is going to refuse the edit. */
  const edited = (path: string, find: string, replace: string) => async (): Promise<string> => {
    const { text } = await engine.readFile(path).catch(() => ({ text: '' }));
    const parts = text.split(find);
    return parts.length === 2 ? parts.join(replace) : replace;
  };

  const gates: Partial<Engine> = {
    memorize: async (given, options) => engine.memorize(await items(given), options),
    async revise(id, text, options = {}) {
      const { similar, ...fields } = options;
      const isAside = await asking((ask) => ask(ofItem({ ...fields, text })));
      if (!isAside) return engine.revise(id, text, options);
      return engine.memorize([aside({ ...fields, text })], { ...(similar !== undefined && { similar }) });
    },
    writeFile: async (path, text, options) =>
      engine.writeFile(path, text, { ...options, ...(await file(path, options?.source, () => text)) }),
    editFile: async (path, find, replace, options) =>
      engine.editFile(path, find, replace, {
        ...options,
        ...(await file(path, options?.source, edited(path, find, replace))),
      }),
    appendMessages: async (given) => engine.appendMessages(await messages(given)),
    async updateBlocks(update) {
      const { state = '' } = update.blocks;
      const write = { kind: 'state', text: state, source: 'system' } as const;
      await asking(async (ask) => (await ask(write)) && asideOf(write));
      return engine.updateBlocks(update);
    },
    async commitContext(change) {
      const { overview } = change;
      const said = await messages(change.messages);
      if (overview !== undefined) await file(OVERVIEW, 'assistant', () => overview);
      return engine.commitContext({ ...change, messages: said });
    },
    async commitImport(change) {
      const aside = new Set<object>();
      await asking(async (ask) => {
        for (const [row, write] of importedTexts(change)) if (await ask(write)) aside.add(asideOf(write) && row);
      });
      return engine.commitImport(aside.size === 0 ? change : withAside(change, aside));
    },
  };
  const inTurn = mapMethods(engine, (_, method: EngineMethod) => async (...args) => {
    await turn;
    return method(...args);
  });
  return { ...inTurn, ...gates };
}

async function answerOf(decide: OnBeforeWrite, write: Omit<PendingWrite, 'trust'>): Promise<boolean> {
  // An invalid write needs no decision: the engine refuses it and says why.
  if (typeof write.text !== 'string' || !SOURCES.includes(write.source)) return false;
  let answer: unknown;
  try {
    answer = await decide({ ...write, trust: trustOf(write.source) });
  } catch (error) {
    // The error's message may quote the text, so only its name is passed on.
    throw portFailed('onBeforeWrite', EXPECTED, `an error (${error instanceof Error ? error.name : kindOf(error)})`);
  }
  const { decision, reason } = (typeof answer === 'string' ? { decision: answer } : (answer ?? {})) as {
    readonly decision?: unknown;
    readonly reason?: unknown;
  };
  const isReason = reason === undefined || (typeof reason === 'string' && reason.length <= LONGEST_REASON);
  if (!DECISIONS.includes(decision) || !isReason) throw portFailed('onBeforeWrite', EXPECTED, kindOf(answer));
  if (decision === 'reject') throw rejected(write.kind, reason as string | undefined);
  return decision === 'quarantine';
}

function ofItem(item: NewItem): Omit<PendingWrite, 'trust'> {
  const { text, source = 'user' } = (item ?? {}) as NewItem;
  return { kind: 'item', text, source };
}

/** @throws invalid-input */
function ofMessage(message: SentMessage): Omit<PendingWrite, 'trust'> {
  const checked = checkMessage(message, Infinity);
  const { role, source } = checked;
  return { kind: 'message', role, text: wholeText(checked), source };
}

/** Marks an item as quarantined. It takes no item's place: prompts would then lose that item and get nothing. */
function aside({ replaces: _, key: __, ...item }: NewItem): NewItem {
  return { ...item, ...QUARANTINED };
}

/** Returns the mark of a quarantined write. @throws write-rejected for overview and state, which are in every prompt */
function asideOf({ kind, path }: Pick<PendingWrite, 'kind' | 'path'>): typeof QUARANTINED {
  if (kind !== 'state' && path !== OVERVIEW) return QUARANTINED;
  throw rejected(kind, 'overview.md is part of every prompt, so it cannot be quarantined');
}

/** Yields each imported row that holds a text, with the write to decide about. */
function* importedTexts({ content }: ImportChange): Generator<[row: object, write: Omit<PendingWrite, 'trust'>]> {
  const { items, tail, files, others } = content.imported;
  for (const item of [...items.values(), ...tail.values()]) if (item) yield [item, ofItem(item)];
  for (const file of [...files.values(), ...content.former.values()]) {
    if ('text' in file) yield [file, { kind: 'file', path: file.path, text: file.text, source: file.source }];
  }
  for (const { store, fields } of others) if (store === 'messages') yield [fields, ofMessage(fields as SentMessage)];
}

function withAside({ content, ...change }: ImportChange, aside: ReadonlySet<object>): ImportChange {
  const marked = <Row extends object | undefined>(row: Row): Row =>
    row && aside.has(row) ? { ...row, ...QUARANTINED } : row;
  const all = <Row extends object | undefined>(rows: ReadonlyMap<string, Row>): ReadonlyMap<string, Row> =>
    new Map(Array.from(rows, ([key, row]) => [key, marked(row)]));
  const { items, tail, files, others } = content.imported;
  const imported = {
    items: all(items),
    tail: all(tail),
    files: all(files),
    others: others.map((other) => ({ ...other, fields: marked(other.fields) })),
  };
  return { ...change, content: { imported, former: all(content.former) } };
}

const rejected = (kind: PendingWrite['kind'], reason?: string): WorkingMemoryError<'write-rejected'> =>
  new WorkingMemoryError(
    'write-rejected',
    `onBeforeWrite rejected the text of this ${kind}${reason === undefined ? '' : `: ${reason}`}. Nothing was stored.`,
    { kind, ...(reason !== undefined && { reason }) },
  );

const late = (ms: number): WorkingMemoryError<'port-failed'> =>
  portFailed('onBeforeWrite', `an answer within ${ms} ms, half of deadlineMs`, undefined);
