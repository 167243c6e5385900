// Detection of dead links, over a site of two pages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';
import { missingIn } from './built-site.ts';

describe('a link of the site', () => {
  let missing: ReturnType<typeof missingIn>;
  beforeAll(async () => {
    const site = await temporaryFolder();
    for (const page of ['index.html', 'recall.html']) writeFileSync(join(site, page), '<h2 id="order">Order</h2>');
    missing = missingIn(site);
  });

  it.each(['/', '/recall', 'recall.html#order', '#order', 'https://elsewhere.example/gone'])(
    'to %s is good',
    (href) => {
      expect(missing('/index.html', href)).toBeUndefined();
    },
  );

  it.each(['/start', 'recall.html#ranking', '#ranking'])('to %s is found dead, with its page', (href) => {
    expect(missing('/index.html', href)).toBe(`/index.html → ${href}`);
  });
});
