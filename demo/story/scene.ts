// Notation of a story: for each turn the user's message, the agent's lookups and actions, and its reply. It contains no
// answers: the agent finds each fact by a pattern in its prompt.

/** `{name}` in a text stands for the result of that find; a scene says so where its reply lacks one. */
export interface Scene {
  readonly user: string;
  /** In order; a list within the list is called at once. */
  readonly acts?: readonly (Act | readonly Act[])[];
  readonly finds?: Readonly<Record<string, Find>>;
  readonly reply: string;
}

export interface Act {
  /** `notes` means a write of overview.md with what the agent knows at that moment. */
  readonly tool: string;
  readonly input?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Skipped where this find already has a result. */
  readonly unless?: string;
}

export interface Find {
  /** Its only group captures the fact. */
  readonly pattern: RegExp;
  /** `turn` (default): the user's message and the results of this turn · `prompt`: everything in view. */
  readonly where?: 'turn' | 'prompt';
  /** `first` (default) · `list`: distinct matches · `count`: number of distinct matches · `sum`: sum of the numbers. */
  readonly as?: 'first' | 'list' | 'count' | 'sum';
  /** Searches, in order, for a fact that the prompt lacks, because the memory may have hidden it. */
  readonly search?: string | readonly string[];
  /** Matches what an agent without a search mistakes for the fact: the newest similar text in view. */
  readonly like?: RegExp;
}

/** Sentences of the agent for every scene, in one language. */
export interface Wording {
  /** Titles of overview.md, and the mark that begins a line under each of them. */
  readonly notes: {
    readonly title: string;
    readonly task: string;
    readonly sections: readonly { readonly title: string; readonly mark: string }[];
    /** Mark of a line that removes lines with the same words before the dash from the last section. */
    readonly done: string;
    readonly dash: string;
  };
  /** Sentence beside a call after a reminder. */
  readonly reminded: string;
  readonly compacting: (percent: number) => string;
  readonly listSeparator: string;
  /** Sentence for an answer whose facts the prompt lacks. */
  readonly missing: (names: readonly string[]) => string;
  /** The same without a search. */
  readonly unseen: string;
  /** Reply to a message outside of the story, with the search's answer. */
  readonly found: (answer: string) => string;
}
