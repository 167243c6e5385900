// Known models are recognised by name, whoever owns the copy.
import { describe, expect, it } from 'vitest';
import { fusionOf, pipelineOf } from '../../src/transformers/models.ts';

describe('what is known of a model', () => {
  it('is found under every owner, in every case, with revision and whatever else stands in an embedder’s name', () => {
    for (const model of [
      'Xenova/multilingual-e5-small',
      'intfloat/multilingual-e5-small',
      'onnx-community/Multilingual-E5-Small@main q8 mean "passage: "',
      'multilingual-e5-small',
    ]) {
      expect(pipelineOf(model)).toEqual({ pooling: 'mean', query: 'query: ', passage: 'passage: ' });
      expect(fusionOf(model)).toEqual({ weight: 0.5, floor: 0.7 });
    }
    expect(pipelineOf('BAAI/bge-small-zh-v1.5')).toMatchObject({ pooling: 'cls', passage: '' });
    expect(fusionOf('text-embedding-3-small')).toEqual({ weight: 0.5, floor: 0.15 });
  });

  it('is a cautious choice where nothing is known, also for names that objects have', () => {
    for (const model of ['', 'my-own/model', 'somebody/all-MiniLM-L6-v2-tuned', 'constructor', '__proto__']) {
      expect(fusionOf(model)).toEqual({ weight: 0.25, floor: 0.5, contrast: 2 });
      expect(pipelineOf(model)).toEqual({ pooling: 'mean', query: '', passage: '' });
    }
  });
});
