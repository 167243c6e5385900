// Extracts the texts of a PDF's pages off the page's thread: pdf.js takes a second for a hundred pages.
import { extractText } from 'unpdf';

export type PdfAnswer = { readonly pages: readonly string[] } | { readonly reason: string };

self.addEventListener('message', async ({ data: bytes, ports: [asker] }: MessageEvent<Uint8Array>) => {
  const answer = await extractText(bytes, { mergePages: false }).then(
    ({ text }): PdfAnswer => ({ pages: text }),
    (error: Error): PdfAnswer => ({ reason: error.message }),
  );
  // Through a port, because pdf.js uses the worker's own channel.
  asker?.postMessage(answer);
});
