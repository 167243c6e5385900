// Tools of the demo's app, besides the memory's.

/** A tool of the app; the arguments come parsed. */
export interface AppTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: object;
  /** Answers in text for the model, bad arguments included. */
  run(input: Readonly<Record<string, unknown>>): string | Promise<string>;
}
