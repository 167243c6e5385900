// Cache of the evaluation's vectors between runs.
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptVectors } from '../../bench/eval/kept-vectors.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const call = { kind: 'passage', signal: new AbortController().signal, onProgress: () => undefined } as const;

const vectorOf = (text: string): Float32Array => Float32Array.of(text.length, 0.1);

function counting() {
  const asked: string[] = [];
  const embed = async (texts: readonly string[]): Promise<Float32Array[]> => {
    asked.push(...texts);
    return texts.map(vectorOf);
  };
  return { asked, embedder: { model: 'counting', embed } };
}

describe('kept vectors', () => {
  it('are made once for each text, over runs too, and apart for questions', async () => {
    const file = join(await temporaryFolder(), 'vectors', 'counting.txt');
    const first = counting();
    const texts = ['tea', 'milk', 'tea'];
    expect(await keptVectors(first.embedder, file).embed(texts, call)).toEqual(texts.map(vectorOf));
    expect(first.asked).toEqual(['tea', 'milk']);
    const second = counting();
    const kept = keptVectors(second.embedder, file);
    const others = ['milk', 'coffee', 'tea'];
    expect(await kept.embed(others, call)).toEqual(others.map(vectorOf));
    await kept.embed(['tea'], { ...call, kind: 'query' });
    expect(second.asked).toEqual(['coffee', 'tea']);
  });

  it('outlive a run that was aborted in the middle of a line', async () => {
    const file = join(await temporaryFolder(), 'counting.txt');
    await keptVectors(counting().embedder, file).embed(['tea'], call);
    await appendFile(file, 'half a li');
    await keptVectors(counting().embedder, file).embed(['milk'], call);
    const { asked, embedder } = counting();
    expect(await keptVectors(embedder, file).embed(['tea', 'milk'], call)).toEqual(['tea', 'milk'].map(vectorOf));
    expect(asked).toEqual([]);
  });
});
