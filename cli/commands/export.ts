import { writeFile } from 'node:fs/promises';
import { type Command, EXIT, SESSION, UsageError, WORKSPACE } from '../command.ts';
import { didYouMean } from '../nearest.ts';
import { named } from '../named-file.ts';
import { withMemory } from '../place.ts';
import { bytes } from '../wording.ts';

export const exports: Command = {
  takes: '',
  options: {
    workspace: WORKSPACE,
    session: SESSION,
    all: 'export the whole workspace instead of one session',
    format: 'zip (default) or json',
    out: 'file to write; default: standard output',
    json: 'export as JSON; with --out, print name, format and size of the file as one line of JSON',
  },
  more: '--all exports the whole workspace. Without --out the export goes to standard output, with --json as JSON.\nWith --out, --json prints a line about the file.',
  async run(call) {
    const { values, terminal } = call;
    const { out, json = false } = values;
    const { format = (out ?? '').endsWith('.json') || (json && out === undefined) ? 'json' : 'zip' } = values;
    if (format !== 'zip' && format !== 'json')
      throw new UsageError(`--format must be zip or json; got ${format}.${didYouMean(format, ['zip', 'json'])}`);
    if (json && out === undefined && format !== 'json')
      throw new UsageError('--json writes JSON to standard output: leave out --format zip, or name a file with --out.');
    const data = await withMemory(call, { readOnly: true }, (memory) =>
      memory.export<'zip' | 'json'>({ format, workspace: values.all ?? false }),
    );
    if (out === undefined) terminal.write(data);
    else {
      await named(out, 'written', () => writeFile(out, data));
      if (json) terminal.out(JSON.stringify({ file: out, format, bytes: Buffer.byteLength(data) }));
      else terminal.note(`${out}: ${bytes(Buffer.byteLength(data))}`);
    }
    return EXIT.ok;
  },
};
