import { type Command, EXIT, UsageError } from '../command.ts';
import { withMemory } from '../place.ts';
import { counted, day } from '../wording.ts';

export const forget: Command = {
  takes: '[text]',
  options: ['workspace', 'user', 'yes', 'json'],
  more: 'Without --yes it shows where the text stands and erases nothing. --user erases what items of that user say.',
  async run(call) {
    const { rest, values, terminal } = call;
    const text = rest.join(' ');
    if ((text === '') === (values.user === undefined))
      throw new UsageError('forget takes a text, or --user <id>, behind the folder.');
    const request = values.user === undefined ? { text } : { userId: values.user };
    return withMemory(call, { readOnly: !values.yes }, async (memory) => {
      if (!values.yes) {
        const filters = values.user === undefined ? {} : { filters: { userId: values.user } };
        const { hits } = await memory.items.remember(text, { scope: 'workspace', limit: 20, ...filters });
        if (values.json)
          terminal.out(JSON.stringify({ erased: false, hits: hits.map((hit) => ({ ...hit, snippet: hit.snippet })) }));
        else {
          for (const { session, time, snippet } of hits) terminal.out(`${day(time)}  ${session ?? ''}\n    ${snippet}`);
          terminal.note(
            `Nothing was erased. These texts are the nearest; --yes erases what says exactly this, everywhere.`,
          );
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
      }
      return failed.length === 0 ? EXIT.ok : EXIT.notAll;
    });
  },
};
