// Finds the command, reads its options and says how it ended.
import { parseArgs } from 'node:util';
import { isWorkingMemoryError } from 'working-memory';
import { type Command, EndsWith, EXIT, type Exit, type Terminal, UsageError, type Values } from './command.ts';
import { commands } from './commands/commands.ts';
import { didYouMean } from './nearest.ts';

const OPTIONS: Readonly<Record<keyof Values, { readonly type: 'string' | 'boolean'; readonly means: string }>> = {
  workspace: { type: 'string', means: 'the owner whose sessions are meant; default: the only one in the folder' },
  session: { type: 'string', means: 'one conversation; default: the one used last' },
  json: { type: 'boolean', means: 'the result as one line of JSON' },
  from: { type: 'string', means: 'the app that wrote the file' },
  out: { type: 'string', means: 'the file to write' },
  format: { type: 'string', means: 'zip (default) or json' },
  limit: { type: 'string', means: 'most hits, default 10; of lost facts 5' },
  encoding: { type: 'string', means: 'of a table that is not UTF-8, e.g. windows-1252' },
  'day-first': { type: 'boolean', means: 'dates begin with the day; --no-day-first: with the month' },
  user: { type: 'string', means: 'the id of a user' },
  yes: { type: 'boolean', means: 'do it' },
  repair: { type: 'boolean', means: 'repair what is damaged' },
  all: { type: 'boolean', means: 'the whole workspace' },
  http: { type: 'boolean', means: 'over HTTP on this machine, not standard input and output' },
  port: { type: 'string', means: 'of --http; default: any that is free' },
  windows: { type: 'string', means: 'context windows in tokens, e.g. 8000,32000; default: half of what was said' },
};

export async function run(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const [name = '', ...given] = args;
  try {
    if (name === '' || name === 'help' || name === '--help' || name === '-h') {
      terminal.out(help());
      return name === '' ? EXIT.usage : EXIT.ok;
    }
    if (name === '--version') {
      terminal.out(VERSION_IN_BUILD);
      return EXIT.ok;
    }
    const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!known)
      throw new UsageError(
        `There is no command ${name}.${didYouMean(name, Object.keys(commands))} The commands are ${Object.keys(commands).join(', ')}.`,
      );
    const command = await known.load();
    const { values, positionals } = parsed(given, command.options);
    if (values['help'] === true) {
      terminal.out(usageOf(name, command));
      return EXIT.ok;
    }
    const foreign = Object.keys(values).find((option) => !command.options.includes(option as keyof Values));
    if (foreign !== undefined)
      throw new UsageError(
        `${name} takes no --${foreign}.${didYouMean(foreign, command.options)} ${usageOf(name, command)}`,
      );
    const [folder, ...rest] = positionals;
    if (
      folder === undefined ||
      (command.takes === '' && rest.length > 0) ||
      (command.takes.startsWith('<') && rest.length === 0)
    )
      throw new UsageError(usageOf(name, command));
    return await command.run({ folder, rest, values, terminal });
  } catch (error) {
    if (error instanceof EndsWith) {
      terminal.note(error.message);
      return error.code;
    }
    if (terminal.signal.aborted) {
      terminal.note(error instanceof Error ? error.message : 'Interrupted.');
      return EXIT.interrupted;
    }
    if (!isWorkingMemoryError(error)) throw error;
    terminal.note(`${error.message} (${error.code})`);
    return EXIT.failed;
  }
}

/** @param ofCommand the options that the command takes @throws UsageError */
function parsed(
  args: readonly string[],
  ofCommand: readonly string[],
): { values: Values & { help?: boolean }; positionals: readonly string[] } {
  try {
    const options = { ...OPTIONS, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true }) as ReturnType<
      typeof parsed
    >;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, unknown] = /^Unknown option '--?([\w-]+)'/.exec(message) ?? [];
    throw new UsageError(
      unknown === undefined ? message : `There is no option --${unknown}.${didYouMean(unknown, ofCommand)}`,
    );
  }
}

function usageOf(name: string, { on = '<folder>', takes, options, more }: Command): string {
  const lines = options.map((option) => {
    const flag = `--${option}${OPTIONS[option].type === 'string' ? ' <…>' : ''}`;
    return `  ${flag.padEnd(20)} ${OPTIONS[option].means}`;
  });
  const does = commands[name]?.does ?? '';
  const usage = `working-memory ${name} ${on}${takes === '' ? '' : ` ${takes}`} [options]`;
  return [usage, `${does.charAt(0).toUpperCase()}${does.slice(1)}.`, ...(more ? [more] : []), '', ...lines].join('\n');
}

function help(): string {
  const list = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(8)} ${does}`);
  const usage = 'working-memory <command> <folder> [options]';
  return [usage, '', ...list, '', 'working-memory <command> --help shows its options.'].join('\n');
}

declare const VERSION_IN_BUILD: string;
