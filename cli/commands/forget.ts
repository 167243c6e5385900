import { type Command, EXIT, JSON_LINE, UsageError, WORKSPACE } from '../command.ts';
import { withMemory } from '../place.ts';
import { counted, day } from '../wording.ts';

export const forget: Command = {
  takes: '[text]',
  options: {
    workspace: WORKSPACE,
    user: 'id of the user to erase instead of a text',
    yes: 'erase; without it, only show the nearest texts',
    json: JSON_LINE,
  },
  more: 'Without --yes it shows where the text is and erases nothing. --user erases the texts of items of that user.',
  async run(call) {
    const { rest, values, terminal } = call;
    const text = rest.join(' ');
    if ((text === '') === (values.user === undefined))
      throw new UsageError('forget takes a text, or --user <id>, after the folder.');
    const request = values.user === undefined ? { text } : { userId: values.user };
    return withMemory(call, { readOnly: !values.yes }, async (memory, opened) => {
      if (!values.yes) {
        const filters = values.user === undefined ? {} : { filters: { userId: values.user } };
        const found = await memory.items.remember(text, { scope: 'workspace', limit: 20, ...filters });
        const hits = found.hits.map((hit) => ({ session: opened, ...hit, snippet: hit.snippet }));
        if (values.json) terminal.out(JSON.stringify({ erased: false, hits }));
        else {
          for (const { session, time, snippet } of hits) terminal.out(`${day(time)}  ${session}\n    ${snippet}`);
          terminal.note(whatYesDoes(values.user !== undefined, hits.length > 0));
        }
        return EXIT.notAll;
      }
      const receipt = await memory.erase(request);
      const { sessions, searched, failed } = receipt;
      if (values.json) terminal.out(JSON.stringify(receipt));
      else {
        for (const { session, items, messages, files } of sessions)
          terminal.out(
            `${session}: ${counted(items.length, 'item')}, ${counted(messages.length, 'message')}, ${counted(files.length, 'file')}`,
          );
        terminal.out(`${counted(searched, 'session')} searched, erased from ${sessions.length}`);
        for (const { session, code } of failed)
          terminal.note(`not erased from ${session}: ${code ?? 'failed'}. Run it again.`);
        if (sessions.length + failed.length === 0) terminal.note('Nothing was found.');
      }
      return failed.length === 0 && sessions.length > 0 ? EXIT.ok : EXIT.notAll;
    });
  },
};

function whatYesDoes(isUser: boolean, isAnyNear: boolean): string {
  if (isUser)
    return isAnyNear
      ? 'Nothing was erased. These items are of that user; --yes erases their texts everywhere.'
      : 'Nothing was found.';
  const near = isAnyNear ? '. These texts are the nearest' : ', and no text is similar';
  return `Nothing was erased${near}; --yes erases exactly this text everywhere.`;
}
