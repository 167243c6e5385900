// Tabs that have a memory open: each holds a Web Lock for as long as its worker lives.

/** Begin of that lock's name: of the message with which a worker says that it listens. */
const LIVES = 'working-memory ready ';

/** Of this origin and whatever session; undefined where the browser does not tell. */
export async function countTabs(): Promise<number | undefined> {
  const { held } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held?.filter(({ name }) => name?.startsWith(LIVES)).length;
}
