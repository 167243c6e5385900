// Many requests, few runs: while one run is under way, all further requests share the next one.

export function coalesced(task: () => Promise<void>): () => void {
  let running = false;
  let again = false;

  async function run(): Promise<void> {
    running = true;
    do {
      again = false;
      await task();
    } while (again);
    running = false;
  }

  return () => {
    if (running) again = true;
    else void run();
  };
}
