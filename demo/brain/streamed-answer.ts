// Assembles a streamed chat completion (server-sent events) into the form of a whole one.

type Raw = Readonly<Record<string, unknown>>;

interface CallInPieces {
  id: unknown;
  name: string;
  arguments: unknown;
}

const raw = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export class StreamedAnswer {
  readonly #onText: ((text: string) => void) | undefined;
  #rest = '';
  #content = '';
  #reasoning = '';
  readonly #calls: CallInPieces[] = [];
  #finish: unknown;
  #others: Raw | undefined;

  /** @param onText called with the text so far whenever it grows */
  constructor(onText?: (text: string) => void) {
    this.#onText = onText;
  }

  add(piece: string): void {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  /** Returns the completion, or the error of the stream; undefined where no event came. */
  whole(): unknown {
    this.add('\n');
    if (!this.#others || this.#others['error'] !== undefined) return this.#others;
    const message = {
      content: this.#content,
      reasoning_content: this.#reasoning,
      tool_calls: this.#calls.map(({ id, ...called }) => ({ id, function: called })),
    };
    return { ...this.#others, choices: [{ message, finish_reason: this.#finish }] };
  }

  #read(line: string): void {
    if (!line.startsWith('data:')) return;
    let event: Raw;
    try {
      event = raw(JSON.parse(line.slice('data:'.length)));
    } catch {
      // `[DONE]`
      return;
    }
    const { choices, usage, error } = event;
    this.#others = {
      ...this.#others,
      ...(usage !== undefined && usage !== null && { usage }),
      ...(error !== undefined && { error }),
    };
    const { delta, finish_reason } = raw(Array.isArray(choices) ? choices[0] : undefined);
    this.#finish = finish_reason ?? this.#finish;
    const { content, reasoning_content, tool_calls } = raw(delta);
    this.#reasoning += textOf(reasoning_content);
    for (const call of Array.isArray(tool_calls) ? tool_calls : []) this.#addCall(raw(call));
    if (textOf(content) === '') return;
    this.#content += textOf(content);
    this.#onText?.(this.#content);
  }

  /**
   * Some servers give each call as a whole, all under one index; some give no index: then a name or a new id begins a
   * call, and anything else continues the last one.
   */
  #addCall({ index, id, function: called }: Raw): void {
    const { name, arguments: input } = raw(called);
    const isCounted = typeof index === 'number';
    const open = isCounted ? this.#calls[index] : this.#calls.at(-1);
    const isOther = textOf(id) !== '' && textOf(open?.id) !== '' && id !== open?.id;
    const isNew = open === undefined || isOther || (!isCounted && textOf(name) !== '');
    if (isNew) this.#calls.push({ id, name: textOf(name), arguments: input });
    else {
      open.name ||= textOf(name);
      if (textOf(input) !== '') open.arguments = textOf(open.arguments) + textOf(input);
    }
  }
}
