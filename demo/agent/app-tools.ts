// What the agent of the demo can do beside its memory.

/** A tool of the app; the arguments come parsed. */
export interface AppTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: object;
  /** Answers in text for the model, also where it was asked wrongly. */
  run(input: Readonly<Record<string, unknown>>): string | Promise<string>;
}
