// How a story is written down: for each turn what the user says, what the agent looks up and does, and how it answers.
// Nothing here holds an answer: what the agent says of a fact it finds by pattern in the prompt that it is sent.

/** `{name}` in a text is what the find of that name found; a scene whose reply lacks one says so instead. */
export interface Scene {
  readonly user: string;
  /** One after the other; a list in the list is called at once. */
  readonly acts?: readonly (Act | readonly Act[])[];
  readonly finds?: Readonly<Record<string, Find>>;
  readonly reply: string;
}

export interface Act {
  /** `notes` means a write of overview.md with what the agent knows at that moment. */
  readonly tool: string;
  readonly input?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Not done where this find already has something. */
  readonly unless?: string;
}

export interface Find {
  /** Its one group captures the fact. */
  readonly pattern: RegExp;
  /** `turn` (default): the user's message and the results of this turn · `prompt`: all that is in sight. */
  readonly where?: 'turn' | 'prompt';
  /** `first` (default) · `list`: each once · `count`: of different ones · `sum`: of the numbers. */
  readonly as?: 'first' | 'list' | 'count' | 'sum';
  /** What the agent searches for, in turn, when the prompt does not hold it: the memory may have hidden it. */
  readonly search?: string | readonly string[];
  /** What an agent takes for it that cannot search: the newest in sight that looks like it. */
  readonly like?: RegExp;
}

/** What the agent says and writes in every scene, in one language. */
export interface Wording {
  /** Titles of overview.md, and how a line begins that belongs under each of them. */
  readonly notes: {
    readonly title: string;
    readonly task: string;
    readonly sections: readonly { readonly title: string; readonly mark: string }[];
    /** Begins a line that takes those with the same words before the dash out of the last section. */
    readonly done: string;
    readonly dash: string;
  };
  /** Said beside a call. */
  readonly reminded: string;
  readonly compacting: (percent: number) => string;
  readonly listSeparator: string;
  /** Where the prompt does not hold what an answer needs. */
  readonly missing: (names: readonly string[]) => string;
  /** The same where nothing can be searched. */
  readonly unseen: string;
  /** To something that is not in the story, with what the search answered. */
  readonly found: (answer: string) => string;
}
