// Refuses to publish a package without a release version and the addresses that only its maintainers know.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const isAddress = (text) => typeof text === 'string' && URL.canParse(text.replace(/^git\+/, ''));

const missing = [
  [!manifest.author, 'author: the person responsible for the package'],
  [
    !isAddress(manifest.repository?.url),
    'repository: { "type": "git", "url": … }; npm resolves links of the README by it',
  ],
  [!isAddress(manifest.homepage), 'homepage: the address of its page'],
  [!isAddress(manifest.bugs?.url), 'bugs: { "url": … }, where to report them'],
  [manifest.version.startsWith('0.0.0'), `version: ${manifest.version} marks unreleased code`],
  [
    !readFileSync('CHANGELOG.md', 'utf8')
      .split('\n')
      .some((line) => line.startsWith('## ') && line.split(' ')[1] === manifest.version),
    `CHANGELOG.md has no heading for ${manifest.version}`,
  ],
].flatMap(([isMissing, what]) => (isMissing ? [what] : []));

if (missing.length > 0) {
  console.error(`This package cannot be published yet:\n${missing.map((what) => `- ${what}`).join('\n')}`);
  process.exit(1);
}
