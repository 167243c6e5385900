import { writeFile } from 'node:fs/promises';
import { type Command, EXIT, UsageError } from '../command.ts';
import { withMemory } from '../place.ts';
import { bytes } from '../wording.ts';

export const exports: Command = {
  takes: '',
  options: ['workspace', 'session', 'all', 'format', 'out'],
  more: '--all exports the whole workspace. Without --out it goes to standard output.',
  async run(call) {
    const { values, terminal } = call;
    const { format = values.out?.endsWith('.json') ? 'json' : 'zip', out } = values;
    if (format !== 'zip' && format !== 'json') throw new UsageError(`--format must be zip or json; got ${format}.`);
    const data = await withMemory(call, { readOnly: true }, (memory) =>
      memory.export<'zip' | 'json'>({ format, workspace: values.all ?? false }),
    );
    if (out === undefined) terminal.write(data);
    else {
      await writeFile(out, data);
      terminal.note(`${out}: ${bytes(Buffer.byteLength(data))}`);
    }
    return EXIT.ok;
  },
};
