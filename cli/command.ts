// Types and exit codes that all commands share.

/** Input and output of a command. */
export interface Terminal {
  /** Writes one line of the result. */
  out(line: string): void;
  /** Writes result bytes. */
  write(bytes: Uint8Array | string): void;
  /** Writes a line for people, apart from the result. */
  note(line: string): void;
  /** Replaces the previous progress line. */
  progress(line: string): void;
  readonly signal: AbortSignal;
}

/** Exit codes. */
export const EXIT = {
  ok: 0,
  /** Nothing was found, or something is damaged or was refused. */
  notAll: 1,
  /** The arguments are wrong. */
  usage: 2,
  /** The memory failed to do it. */
  failed: 3,
  interrupted: 130,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Type of every option; a string takes a value. */
export const OPTION_TYPES = {
  workspace: 'string',
  session: 'string',
  json: 'boolean',
  from: 'string',
  out: 'string',
  format: 'string',
  limit: 'string',
  encoding: 'string',
  'day-first': 'boolean',
  user: 'string',
  yes: 'boolean',
  repair: 'boolean',
  all: 'boolean',
  http: 'boolean',
  port: 'string',
  windows: 'string',
} as const;
type OptionTypes = typeof OPTION_TYPES;

/** Options as given on the command line. */
export type Values = {
  readonly [Name in keyof OptionTypes]?: OptionTypes[Name] extends 'boolean' ? boolean : string;
};

/** Help for the options that mean the same in every command. */
export const WORKSPACE = 'owner of the sessions; default: the only one in the folder';
export const SESSION = 'one conversation; default: the one used last';
export const JSON_LINE = 'print the result as one line of JSON';
export const FROM = 'app that wrote the file';

export interface Call {
  /** Folder of the memory, or whatever else the command works on. */
  readonly folder: string;
  /** Positional arguments after the folder. */
  readonly rest: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
}

export interface Command {
  /** Placeholder for the first argument; default: `<folder>`, the folder of a memory. */
  readonly on?: string;
  /** Placeholder for the arguments after the folder, e.g. `<question>`; empty: none. */
  readonly takes: string;
  /** Names of the options it takes, each with the line of its help. */
  readonly options: Readonly<Partial<Record<keyof Values, string>>>;
  /** Text below the usage line in the help. */
  readonly more?: string;
  run(call: Call): Promise<Exit>;
}

/** Error that ends the command with an exit code and a message. */
export class EndsWith extends Error {
  constructor(
    readonly code: Exit,
    message: string,
  ) {
    super(message);
  }
}

/** Error for wrong arguments; the message says what to write instead. */
export class UsageError extends EndsWith {
  constructor(message: string) {
    super(EXIT.usage, message);
  }
}
