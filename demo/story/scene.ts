// Notation of a story: for each turn the user's message, the agent's lookups and actions, and its reply. It contains no
// answers: the agent finds each fact by a pattern in its prompt.

/** One turn. `{name}` in a text stands for the result of that find; without it, the agent says what is missing. */
export interface Scene {
  readonly user: string;
  /** In order; one answer makes all calls of an inner list. */
  readonly acts?: readonly (Act | readonly Act[])[];
  readonly finds?: Readonly<Record<string, Find>>;
  readonly reply: string;
}

export interface Act {
  /** `notes` means a write of overview.md: its former text with the marked lines of the answers in the prompt. */
  readonly tool: string;
  readonly input?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Name of a find whose result makes the act unnecessary. */
  readonly unless?: string;
}

export interface Find {
  /** Its only group captures the fact; without a group, the match is the fact. */
  readonly pattern: RegExp;
  /** `turn` (default): the user's message and the results of this turn · `prompt`: everything in view. */
  readonly where?: 'turn' | 'prompt';
  /** `first` (default) · `list`: distinct matches · `count`: number of distinct matches · `sum`: sum of the numbers. */
  readonly as?: 'first' | 'list' | 'count' | 'sum';
  /** Searches, in order, for a fact that the prompt lacks, because the memory may have hidden it. */
  readonly search?: string | readonly string[];
  /** Matches similar texts; an agent without `search` mistakes the newest one in view for the fact. */
  readonly like?: RegExp;
}

/** Sentences of the agent for every scene, in one language. */
export interface Wording {
  /** Titles in overview.md; a section collects the answers' lines that begin with its mark. */
  readonly notes: {
    readonly title: string;
    readonly task: string;
    readonly sections: readonly { readonly title: string; readonly mark: string }[];
    /** Mark of a line that removes every note with the same words, or with the same words before the dash. */
    readonly done: string;
    readonly dash: string;
  };
  /** Sentence beside the write that answers a reminder. */
  readonly reminded: string;
  readonly compacting: (percent: number) => string;
  readonly listSeparator: string;
  /** Sentence for an answer whose facts the prompt lacks. */
  readonly missing: (names: readonly string[]) => string;
  /** The same for an agent without `search`. */
  readonly unseen: string;
  /** Reply to a message outside of the story, with the search's answer. */
  readonly found: (answer: string) => string;
}
