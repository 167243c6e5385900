// Requests to a SQL database, and its answers: the contract between the adapter and its two dialects.

/** A value of a parameter. Whole batches of rows are one parameter, as JSON. */
export type Parameter = string | number;

/** `$1` stands for the first of the values; it may occur in several places. */
export interface SqlStatement {
  readonly sql: string;
  readonly values: readonly Parameter[];
  /** True if the rows are wanted. */
  readonly reads?: true;
}

export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs all or none of the statements, in order. @returns the rows of those that read; rejects as the client does */
export type Run = (statements: readonly SqlStatement[]) => Promise<readonly (readonly SqlRow[])[]>;

/** The parts of a commit that the statements need. */
export interface CommitValues {
  readonly workspace: string;
  readonly session: string;
  readonly basis: { readonly head: number; readonly commit: string };
  readonly next: { readonly head: number; readonly commit: string; readonly version: number; readonly time: number };
  /** Newest format that this library overwrites. */
  readonly known: number;
  readonly manifest: string;
  readonly entry: string;
  /** Names this attempt; a repeated one finds it in the journal. */
  readonly attempt: string;
  readonly dropUpTo: number;
  /** JSON of `[store, key, value | null]`, in chunks. */
  readonly rows: readonly string[];
}

/** State of the session to remove. */
export type RemovalBasis = CommitValues['basis'] & Pick<CommitValues, 'known'>;

/** Operations that the two families of databases express differently. */
export interface Dialect {
  readonly kind: string;
  /** Returns the statements of one commit, of which the last one reads: a row if the commit was made. */
  commit(values: CommitValues): readonly SqlStatement[];
  /**
   * Returns the statements of a removal, of which the last one reads: a row if the session stays, because its state is
   * not `basis`.
   */
  remove(workspace: string, session: string, basis?: RemovalBasis): readonly SqlStatement[];
  /** Returns the step from schema version `from`, without effect or `taken` at another; undefined at the newest. */
  step(from: number): readonly SqlStatement[] | undefined;
  /** Returns rows of `json_each` or alike over a JSON array of texts in `$n`, for `IN (…)`. */
  texts(n: number): string;
  /** Returns a table `(store, key, value)` of the JSON in `$n`, an array of `[store, key, value]`. */
  given(n: number): string;
  /** Classifies an error of the client. */
  failure(error: unknown): Failure;
  /** Most bytes of a name or key, and of the two names of a session together; Infinity without a limit. */
  readonly longestKey: number;
}

/**
 * - `no-table`: a table is missing · `taken`: a table of this name exists already, or the schema is at another version
 * - `conflict`: lost against a concurrent writer, surely without effect; to be sent again · `locked`: the same, after a
 *   while
 * - `cut`: no answer; it may have been carried out
 * - `slow`: the server's own time limit ended it, without effect · `full`, `forbidden`, `read-only`: without effect
 * - `other`: anything else, without effect
 */
export type Failure =
  'no-table' | 'taken' | 'conflict' | 'locked' | 'cut' | 'slow' | 'full' | 'forbidden' | 'read-only' | 'other';
