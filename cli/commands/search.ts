import { type Command, EXIT, JSON_LINE, SESSION, UsageError, WORKSPACE } from '../command.ts';
import { withMemory } from '../place.ts';
import { day } from '../wording.ts';

/** A person asks once, and waits until every text is indexed. */
const PATIENCE_MS = 60_000;
const MOST_TEXTS = 1_000_000;
const MOST_BYTES = 1_073_741_824;

export const search: Command = {
  takes: '<question>',
  options: {
    workspace: WORKSPACE,
    session: SESSION,
    limit: 'most hits, 1 to 1000; default 10',
    json: JSON_LINE,
  },
  more: 'Searches all conversations of the workspace; with --session only that one.',
  async run(call) {
    const { rest, values, terminal } = call;
    const question = rest.join(' ');
    const limit = values.limit === undefined ? undefined : Number(values.limit);
    if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 1000))
      throw new UsageError(`--limit must be a number from 1 to 1000; got ${values.limit}.`);
    const recall = { workspace: { maxTexts: MOST_TEXTS, maxBytes: MOST_BYTES, waitMs: PATIENCE_MS } };
    const hits = await withMemory(call, { readOnly: true, recall }, async (memory, opened) => {
      const isOne = values.session !== undefined || memory.runtime.reach === 'session';
      const found = await memory.items.remember(question, {
        scope: isOne ? 'all' : 'workspace',
        ...(limit !== undefined && { limit }),
      });
      return found.hits.map((hit) => ({ session: opened, ...hit, snippet: hit.snippet, matches: hit.matches }));
    });
    if (values.json) terminal.out(JSON.stringify(hits));
    else {
      for (const { session, scope, path, message, id, time, snippet } of hits) {
        const place = path ?? (message === undefined ? (id ?? scope) : `message ${message}`);
        terminal.out(`${day(time)}  ${[session, place].filter(Boolean).join('  ')}\n    ${snippet}`);
      }
      if (hits.length === 0) terminal.note('Nothing was found.');
    }
    return hits.length > 0 ? EXIT.ok : EXIT.notAll;
  },
};
