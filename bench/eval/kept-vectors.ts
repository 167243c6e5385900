// Embedder that caches vectors in a file: the texts of the sets are the same in every run.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Embedder } from 'working-memory/transformers';

type Vector = Float32Array<ArrayBuffer>;

/** @param file cache of this model with these weights; created where it does not exist */
export function keptVectors(embedder: Embedder, file: string): Embedder {
  const known = readVectors(file);
  return {
    model: embedder.model,
    async embed(texts, call) {
      const keys = texts.map((text) => createHash('sha256').update(`${call.kind} ${text}`).digest('base64'));
      const missing = [...new Map(keys.map((key, at) => [key, texts[at] as string]))].filter(
        ([key]) => !known.has(key),
      );
      if (missing.length > 0) {
        const made = await embedder.embed(
          missing.map(([, text]) => text),
          call,
        );
        const vectors = missing.map(([key], at): [string, Vector] => [key, Float32Array.from(made[at] ?? [])]);
        appendFileSync(file, vectors.map(([key, { buffer }]) => line(key, Buffer.from(buffer))).join(''));
        for (const [key, vector] of vectors) known.set(key, vector);
      }
      return keys.map((key) => known.get(key) as Vector);
    },
    release: async () => embedder.release?.(),
  };
}

const line = (key: string, bytes: Buffer): string => `${key} ${bytes.toString('base64')}\n`;

function readVectors(file: string): Map<string, Vector> {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    return new Map();
  }
  const text = readFileSync(file, 'latin1');
  const end = text.lastIndexOf('\n') + 1;
  // An aborted run may have left half a line.
  truncateSync(file, end);
  return new Map(
    text
      .slice(0, end)
      .split('\n')
      .slice(0, -1)
      .map((entry) => {
        const [key = '', bytes = ''] = entry.split(' ');
        return [key, new Float32Array(Uint8Array.from(Buffer.from(bytes, 'base64')).buffer)];
      }),
  );
}
