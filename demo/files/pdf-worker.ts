// Reads the texts of a PDF's pages beside the page: pdf.js takes a second for a hundred of them.
import { extractText } from 'unpdf';

export type PdfAnswer = { readonly pages: readonly string[] } | { readonly reason: string };

self.addEventListener('message', async ({ data: bytes, ports: [asker] }: MessageEvent<Uint8Array>) => {
  const answer = await extractText(bytes, { mergePages: false }).then(
    ({ text }): PdfAnswer => ({ pages: text }),
    (error: Error): PdfAnswer => ({ reason: error.message }),
  );
  // Through a port: pdf.js speaks on the worker's own.
  asker?.postMessage(answer);
});
