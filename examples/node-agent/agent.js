// A conversation in the terminal, line by line.
import { stderr, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { openWorkingMemory } from 'working-memory';
import { fileStorage } from 'working-memory/file-storage';
import { answering } from './answer.js';

const memory = await openWorkingMemory({
  session: `chat-${new Date().toISOString().replaceAll(':', '-')}`,
  workspace: 'me',
  storage: fileStorage({ root: './memory' }),
});
const answer = await answering(memory);
const terminal = createInterface({ input: stdin, output: stdout, prompt: '> ' });
terminal.prompt();
for await (const line of terminal) {
  try {
    if (line.trim() !== '') stdout.write(`${await answer(line)}\n`);
  } catch (error) {
    stderr.write(`${error.message}\n`);
  }
  terminal.prompt();
}
await memory.close();
