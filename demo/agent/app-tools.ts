// Tools of the demo's app, besides the memory's.

/** Tool of the app; `run` receives parsed arguments. */
export interface AppTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: object;
  /** Returns text for the model, also for bad arguments. */
  run(input: Readonly<Record<string, unknown>>): string | Promise<string>;
}
