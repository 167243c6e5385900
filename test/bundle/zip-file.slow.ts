import { expect, it } from 'vitest';
import { ZipFile } from '../../src/bundle/zip-file.ts';
import { finished } from '../support/storage/bundles.ts';

it('a zip that holds as many files as it can refuses one more, and says what to do', () => {
  const zip = new ZipFile();
  for (let count = 0; count < 65_535; count++) finished(zip.add(`${count}`, []));
  expect(() => finished(zip.add('one more', []))).toThrow(
    'format must be json for more than 65535 files, the most that a zip holds; got zip. Nothing was changed.',
  );
});
