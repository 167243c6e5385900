// One lane of calls, one after the other, shared by pages, Node processes and the model of both. Serialised for pages,
// so it uses nothing from outside.

/** Makes calls until `isOver`; rejects with the first refused one. */
export async function runLane(memory, name, acknowledge, isOver) {
  const { items, files, transcript } = memory;
  /** Asks again where other owners were faster each time: nothing was changed then. */
  const patiently = async (call) => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (error.code !== 'session-busy') throw error;
      }
    }
  };
  let id = '';
  for (let turn = 0; !isOver(); turn++) {
    const text = `${name}-${turn} was said`;
    const kind = turn % 5;
    if (kind === 0) id = (await patiently(() => items.memorize(text))).items[0].id;
    if (kind === 1) await patiently(() => items.memorize(['a', 'b', 'c'].map((part) => `${text} ${part}`)));
    if (kind === 2) await patiently(() => files.write(`detail/${name}.md`, text, { force: true }));
    if (kind === 3) await patiently(() => transcript.append({ role: 'user', text }));
    if (kind === 4) await patiently(() => items.forget({ ids: [id] }, { mode: 'hard' }));
    await acknowledge(name, turn);
  }
}
