// Counts the tabs that have a memory open: each holds a Web Lock for as long as its worker lives.

/** Beginning of that lock's name, and of the message with which a worker says that it listens. */
const LIVES = 'working-memory ready ';

/** Counts the tabs of this origin, in whatever session; undefined where the browser does not tell. */
export async function countTabs(): Promise<number | undefined> {
  const { held } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held?.filter(({ name }) => name?.startsWith(LIVES)).length;
}
