// What every command of the command line is made of.

/** Where a command reads and writes. */
export interface Terminal {
  /** Results, one line each. */
  out(line: string): void;
  /** Bytes of a result. */
  write(bytes: Uint8Array | string): void;
  /** What a person reads beside them. */
  note(line: string): void;
  /** Takes the place of the former progress. */
  progress(line: string): void;
  readonly signal: AbortSignal;
}

/** What the command says with its end. */
export const EXIT = {
  ok: 0,
  /** Nothing was found, or something is damaged or was refused. */
  notAll: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The memory could not do it. */
  failed: 3,
  interrupted: 130,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

export interface Values {
  readonly workspace?: string;
  readonly session?: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly out?: string;
  readonly format?: string;
  readonly limit?: string;
  readonly encoding?: string;
  readonly user?: string;
  readonly yes?: boolean;
  readonly repair?: boolean;
  readonly all?: boolean;
  readonly 'day-first'?: boolean;
  readonly windows?: string;
  readonly http?: boolean;
  readonly port?: string;
}

/** Help for the options that mean the same in every command. */
export const WORKSPACE = 'owner of the sessions; default: the only one in the folder';
export const SESSION = 'one conversation; default: the one used last';
export const JSON_LINE = 'print the result as one line of JSON';
export const FROM = 'app that wrote the file';

export interface Call {
  /** Of the memory, or what else the command works on. */
  readonly folder: string;
  /** What stands behind it. */
  readonly rest: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
}

export interface Command {
  /** What it works on; default: `<folder>`, that of a memory. */
  readonly on?: string;
  /** What stands behind the folder, e.g. `<question>`; empty: nothing. */
  readonly takes: string;
  /** Names of the options it takes, each with the line of its help. */
  readonly options: Readonly<Partial<Record<keyof Values, string>>>;
  /** Below its usage in its help. */
  readonly more?: string;
  run(call: Call): Promise<Exit>;
}

/** Ends the command with this code and this message. */
export class EndsWith extends Error {
  constructor(
    readonly code: Exit,
    message: string,
  ) {
    super(message);
  }
}

/** The command line is wrong; the message says what to write. */
export class UsageError extends EndsWith {
  constructor(message: string) {
    super(EXIT.usage, message);
  }
}
