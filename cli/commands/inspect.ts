import { type Command, EXIT, JSON_LINE, SESSION, WORKSPACE } from '../command.ts';
import { chosen, sessionsIn, withMemory } from '../place.ts';
import { bytes, day, oneLine, rows } from '../wording.ts';

export const inspect: Command = {
  takes: '',
  options: {
    workspace: WORKSPACE,
    session: SESSION,
    json: JSON_LINE,
  },
  more: 'Without --session it lists all sessions; with it the items, files and newest messages of that one.',
  async run(call) {
    const { folder, values, terminal } = call;
    if (values.session !== undefined) return ofSession(call);
    const all = await sessionsIn(folder);
    const sessions = values.workspace === undefined ? all : chosen(all, call).sessions;
    if (values.json) terminal.out(JSON.stringify(sessions));
    else if (sessions.length === 0) terminal.note(`${folder} holds no session.`);
    else
      for (const line of rows(
        ['workspace', 'session', 'title', 'items', 'messages', 'size', 'last used'],
        sessions.map(({ workspace, session, title = '', items, messages, bytes: size, updatedAt }) => {
          return [workspace, session, oneLine(title, 40), `${items}`, `${messages}`, bytes(size), day(updatedAt)];
        }),
      ))
        terminal.out(line);
    return sessions.length > 0 ? EXIT.ok : EXIT.notAll;
  },
};

const NEWEST = 5;

const ofSession: Command['run'] = (call) =>
  withMemory(call, { readOnly: true }, async (memory) => {
    const { terminal, values } = call;
    const [items, files, count, capacity] = await Promise.all([
      memory.items.list(),
      memory.files.list(),
      memory.transcript.count(),
      memory.items.capacity(),
    ]);
    const messages = await memory.transcript.read({ from: Math.max(0, count - NEWEST), limit: NEWEST });
    if (values.json) {
      terminal.out(JSON.stringify({ items, files, messages: count, capacity }));
      return EXIT.ok;
    }
    const { usage, limits, longTail } = capacity;
    terminal.out(
      `${usage.items} of ${limits.maxItems} items, ${usage.tokens} of ${limits.maxTokens} tokens; ${longTail.items} more in the long tail`,
    );
    for (const { id, importance, pinned, text } of items)
      terminal.out(`  ${id}  ${importance.toFixed(2)}${pinned ? ' pinned' : ''}  ${oneLine(text, 90)}`);
    terminal.out(`${files.length} files`);
    for (const { path, bytes: size, updatedAt } of files) terminal.out(`  ${path}  ${bytes(size)}  ${day(updatedAt)}`);
    terminal.out(`${count} messages${count > messages.length ? `, the last ${messages.length}` : ''}`);
    for (const { role, text, time } of messages) terminal.out(`  ${day(time)}  ${role}: ${oneLine(text, 90)}`);
    return EXIT.ok;
  });
