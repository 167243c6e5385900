// The release check, over manifests in folders of their own.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const CHECK = fileURLToPath(new URL('../../scripts/check-release.mjs', import.meta.url));

const COMPLETE = {
  version: '0.1.0',
  author: 'the authors',
  repository: { type: 'git', url: 'git+https://code.example/memory.git' },
  homepage: 'https://code.example/memory',
  bugs: { url: 'https://code.example/memory/issues' },
};
const CHANGELOG = '# Changelog\n\n## 0.1.0 (2026-11-22)\n\n- First release.\n';

async function checked(manifest: object, changelog = CHANGELOG): Promise<{ passes: boolean; said: string }> {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const { status, stderr } = spawnSync(process.execPath, [CHECK], { cwd: folder, encoding: 'utf8' });
  return { passes: status === 0, said: stderr };
}

it('lets a complete manifest be published', async () => {
  expect(await checked(COMPLETE)).toEqual({ passes: true, said: '' });
});

it('refuses every address that is missing, and says all of them at once', async () => {
  const { passes, said } = await checked({ version: '0.1.0' });
  expect(passes).toBe(false);
  expect(said.match(/^- \w+/gm)).toEqual(['- author', '- repository', '- homepage', '- bugs']);
});

it('refuses an address that is none', async () => {
  const { passes, said } = await checked({ ...COMPLETE, homepage: 'TODO', repository: { type: 'git', url: '' } });
  expect(passes).toBe(false);
  expect(said.match(/^- \w+/gm)).toEqual(['- repository', '- homepage']);
});

it('refuses the version of unreleased code, and one that the changelog does not tell of', async () => {
  expect((await checked({ ...COMPLETE, version: '0.0.0' })).said).toMatch(/^- version: 0\.0\.0/m);
  expect((await checked({ ...COMPLETE, version: '0.2.0' })).said).toMatch(/^- CHANGELOG\.md has no heading .*0\.2\.0/m);
});
