// What a SQL database is asked, and what answers: the contract between the adapter and its two dialects.

/** A value of a parameter. Whole batches of rows are one parameter, as JSON. */
export type Parameter = string | number;

/** `$1` stands for the first of the values; the same one may stand in many places. */
export interface SqlStatement {
  readonly sql: string;
  readonly values: readonly Parameter[];
  /** Whether rows are wanted. */
  readonly reads?: true;
}

export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs the statements in order and all or none of them. @returns the rows of those that read; rejects as the client does */
export type Run = (statements: readonly SqlStatement[]) => Promise<readonly (readonly SqlRow[])[]>;

/** What of a commit the statements need. */
export interface CommitValues {
  readonly workspace: string;
  readonly session: string;
  readonly basis: { readonly head: number; readonly commit: string };
  readonly next: { readonly head: number; readonly commit: string; readonly version: number; readonly time: number };
  /** The newest format that this library writes in the place of. */
  readonly known: number;
  readonly manifest: string;
  readonly entry: string;
  /** Names this attempt; a repeated one finds it in the journal. */
  readonly attempt: string;
  readonly dropUpTo: number;
  /** JSON of `[store, key, value | null]`, in chunks. */
  readonly rows: readonly string[];
}

/** The state of the session that is to go. */
export type RemovalBasis = CommitValues['basis'] & Pick<CommitValues, 'known'>;

/** What the two families of databases say in different words. */
export interface Dialect {
  readonly kind: string;
  /** The statements of one commit, of which the last one reads: a row if the commit was made. */
  commit(values: CommitValues): readonly SqlStatement[];
  /**
   * The statements of a removal, of which the last one reads: a row if the session stays, because it is not that of
   * `basis`.
   */
  remove(workspace: string, session: string, basis?: RemovalBasis): readonly SqlStatement[];
  /** The schema from version `from` to the next, without effect or `taken` at another; undefined at the newest. */
  step(from: number): readonly SqlStatement[] | undefined;
  /** Rows of `json_each` or alike over a JSON array of texts in `$n`, for `IN (…)`. */
  texts(n: number): string;
  /** A table `(store, key, value)` of the JSON in `$n`, an array of `[store, key, value]`. */
  given(n: number): string;
  /** What an error of the client means. */
  failure(error: unknown): Failure;
  /** Most bytes of a name or key, and of the two names of a session together; Infinity where there is no limit. */
  readonly longestKey: number;
}

/**
 * - `no-table`: a table is missing · `taken`: a table of this name exists already, or the schema is at another version
 * - `conflict`: of two writers at once, surely without effect; to be sent again · `locked`: the same, after a while
 * - `cut`: no answer; it may have been carried out
 * - `slow`: the server ended it in its own time limit, without effect · `full`, `forbidden`, `read-only`: without effect
 * - `other`: anything else, without effect
 */
export type Failure =
  'no-table' | 'taken' | 'conflict' | 'locked' | 'cut' | 'slow' | 'full' | 'forbidden' | 'read-only' | 'other';
