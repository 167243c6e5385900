import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EmbeddingStatus } from 'working-memory';
import { shownAfter } from '../../demo/state/embedding-shown.ts';
import { embedderOf, foreignHosts, keepChoice, type Meaning, problemOf, readChoice } from '../../demo/state/meaning.ts';

const BASE = 'https://demo.example/memory/';
const FOLDER: Meaning = { model: 'Xenova/all-MiniLM-L6-v2', source: 'folder', address: './models/', library: '' };

function storageWith(text: string | null): { text: string | null } {
  const kept = { text };
  vi.stubGlobal('localStorage', {
    getItem: () => kept.text,
    setItem: (_name: string, value: string) => void (kept.text = value),
  });
  return kept;
}
afterEach(() => void vi.unstubAllGlobals());

describe('a model', () => {
  it('from a folder needs nobody else', () => {
    expect(embedderOf(FOLDER)).toEqual({
      transformers: { model: FOLDER.model, localModelPath: './models/', wasmPaths: './ort/' },
    });
    expect(foreignHosts(FOLDER, BASE)).toEqual([]);
  });

  it('from the hub or a mirror brings no wasm from elsewhere', () => {
    const mirror: Meaning = { ...FOLDER, source: 'hub', address: 'https://mirror.example/' };
    expect(embedderOf(mirror)).toEqual({
      transformers: { model: FOLDER.model, remoteHost: 'https://mirror.example/', wasmPaths: './ort/' },
    });
    expect(foreignHosts(mirror, BASE)).toEqual(['mirror.example']);
  });

  it('over another transformers.js has the wasm that lies beside it', () => {
    const library = 'https://cdn.example/transformers@3/dist/transformers.min.js?module';
    expect(embedderOf({ ...FOLDER, library }).transformers).toMatchObject({
      moduleUrl: library,
      wasmPaths: 'https://cdn.example/transformers@3/dist/',
    });
    expect(embedderOf({ ...FOLDER, library: 'transformers.js' }).transformers).toMatchObject({ wasmPaths: './' });
    expect(foreignHosts({ ...FOLDER, library }, BASE)).toEqual(['cdn.example']);
  });

  it('is refused with the field that is no good', () => {
    expect(problemOf(FOLDER, BASE)).toBeUndefined();
    expect(problemOf({ ...FOLDER, model: '' }, BASE)).toBe('model');
    expect(problemOf({ ...FOLDER, model: 'all MiniLM' }, BASE)).toBe('model');
    expect(problemOf({ ...FOLDER, address: '' }, BASE)).toBe('address');
    expect(problemOf({ ...FOLDER, address: 'https://' }, BASE)).toBe('address');
    expect(problemOf({ ...FOLDER, library: 'data:text/javascript,0' }, BASE)).toBe('library');
  });
});

describe('the choice', () => {
  it('comes back as it was kept', () => {
    storageWith(null);
    const choice = { meaning: { ...FOLDER, model: 'tiny' }, isOn: true };
    keepChoice(choice);
    expect(readChoice('en', BASE)).toEqual(choice);
  });

  it('is off at first, with a model for the language of the page', () => {
    storageWith(null);
    expect(readChoice('en', BASE)).toEqual({ meaning: FOLDER, isOn: false });
    expect(readChoice('zh-CN', BASE).meaning.model).toBe('Xenova/bge-small-zh-v1.5');
  });

  it.each(['no JSON', '7', 'null', '{"isOn":true,"model":"","address":3}', '{"isOn":"yes"}', '[]'])(
    'that is damaged never keeps the page from opening: %s',
    (text) => {
      storageWith(text);
      expect(readChoice('en', BASE).isOn).toBe(false);
    },
  );
});

describe('what went wrong', () => {
  const failed: EmbeddingStatus = {
    state: 'waiting',
    waiting: 2,
    stored: 0,
    leftOut: 0,
    error: { code: 'embedder-unavailable', message: 'It is not there.', retryAt: 5 },
  };
  const loading: EmbeddingStatus = { state: 'loading', waiting: 2, stored: 0, leftOut: 0 };

  it('stays in view while it is tried again, without the time of the next attempt', () => {
    const { error } = shownAfter(failed, loading);
    expect(error).toEqual({ code: 'embedder-unavailable', message: 'It is not there.' });
    expect(shownAfter(shownAfter(failed, loading), loading).error).toEqual(error);
  });

  it('goes once a file comes nearer, and with any other state', () => {
    const arriving: EmbeddingStatus = { ...loading, progress: { file: 'config.json', loaded: 1, total: 2 } };
    expect(shownAfter(failed, arriving).error).toBeUndefined();
    expect(shownAfter(failed, { ...loading, state: 'idle' }).error).toBeUndefined();
  });
});
