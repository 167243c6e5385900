// Runs a command: finds it, reads its options and maps errors to exit codes.
import { parseArgs } from 'node:util';
import { isWorkingMemoryError } from 'working-memory';
import {
  type Command,
  EndsWith,
  EXIT,
  type Exit,
  OPTION_TYPES,
  type Terminal,
  UsageError,
  type Values,
} from './command.ts';
import { commands } from './commands/commands.ts';
import { didYouMean } from './nearest.ts';

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
    const names = Object.keys(command.options);
    const { values, positionals } = parsed(given, names);
    if (values['help'] === true) {
      terminal.out(usageOf(name, command));
      return EXIT.ok;
    }
    const foreign = Object.keys(values).find((option) => !names.includes(option));
    if (foreign !== undefined)
      throw new UsageError(`${name} takes no --${foreign}.${didYouMean(foreign, names)} ${usageOf(name, command)}`);
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

/** @param ofCommand options that the command takes @throws UsageError */
function parsed(
  args: readonly string[],
  ofCommand: readonly string[],
): { values: Values & { help?: boolean }; positionals: readonly string[] } {
  try {
    const ofCommands = Object.entries(OPTION_TYPES).map(([option, type]) => [option, { type }] as const);
    const options = { ...Object.fromEntries(ofCommands), help: { type: 'boolean', short: 'h' } } as const;
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
  const lines = Object.entries(options).map(([option, means]) => {
    const flag = `--${option}${OPTION_TYPES[option as keyof Values] === 'string' ? ' <…>' : ''}`;
    return `  ${flag.padEnd(20)} ${means}`;
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
