// Process that fills a session in a folder, or opens it and prints the time with the import of the package.
import { OPEN_BENCH, fillSession, timeColdOpen } from './cold-open.ts';

const [act, root = '', size = ''] = process.argv.slice(2);

const open = async () => {
  const [{ openWorkingMemory }, { fileStorage }] = await Promise.all([
    import('working-memory'),
    import('working-memory/file-storage'),
  ]);
  return openWorkingMemory({ ...OPEN_BENCH, storage: fileStorage({ root }) });
};

if (act === 'fill') await fillSession(await open(), Number(size));
else process.stdout.write(JSON.stringify(await timeColdOpen(open, Number(size))));
