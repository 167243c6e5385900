// Converts a dropped PDF to messages as JSON, one for each page with text.
import { NoChat } from './no-chat.ts';
import type { PdfAnswer } from './pdf-worker.ts';
import { checkSize, LARGEST_PDF, UnreadableFile } from './read-file.ts';

export const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

/** @throws UnreadableFile: too large, moved · NoChat: damaged, locked, pictures only, or the reader did not load */
export async function pdfText(file: File): Promise<File> {
  const { name } = file;
  checkSize(name, file.size, LARGEST_PDF);
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new UnreadableFile({ kind: 'unreadable', name }, { cause });
  });
  const answer = await read(new Uint8Array(bytes), name);
  if ('reason' in answer) throw new NoChat('damagedPdf', name, { cause: answer.reason });
  // Fonts encode radicals and ligatures instead of the typed characters.
  const texts = answer.pages.map((page) => page.normalize('NFKC').trim()).filter((text) => text !== '');
  if (texts.length === 0) throw new NoChat('noPdfText', name);
  const title = name.replace(/\.pdf$/i, '');
  const messages = texts.map((content) => ({ role: 'user', content, createdAt: file.lastModified }));
  return new File([JSON.stringify({ title, messages })], `${title}.json`);
}

function read(bytes: Uint8Array, name: string): Promise<PdfAnswer> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  return new Promise<PdfAnswer>((resolve, reject) => {
    port1.addEventListener('message', ({ data }: MessageEvent<PdfAnswer>) => resolve(data));
    port1.start();
    // The reader's code loads with the first PDF, and that can fail.
    worker.addEventListener('error', () => reject(new NoChat('noPdfReader', name)));
    worker.postMessage(bytes, [bytes.buffer, port2]);
  }).finally(() => {
    worker.terminate();
    port1.close();
  });
}
