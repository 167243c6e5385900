// Documents that are pages, their addresses and their order. The documents stay where GitHub shows them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Documents outside of docs/, with their addresses. */
const OF_ROOT = {
  'README.md': 'index.md',
  'README.zh-CN.md': 'zh/index.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
};

/** Returns the address of a document by VitePress' rules; undefined where it is not a page. */
export const addressOf = (path) =>
  OF_ROOT[path] ?? (/^docs\/.*\.md$/.test(path) ? path.replace(/^docs\//, '') : exampleOf(path));

const exampleOf = (path) =>
  /^examples\/[\w-]+\/README\.md$/.test(path) ? path.replace('/README.md', '.md') : undefined;

const titleOf = (path) => {
  const [, title = path] = /^# (.*)$/m.exec(readFileSync(ROOT + path, 'utf8')) ?? [];
  return title.replaceAll('`', '');
};

/** Returns a row of the sidebar. */
const row = (path) => ({ text: titleOf(path), link: `/${addressOf(path).replace(/(index)?\.md$/, '')}` });
const folder = (path) =>
  readdirSync(ROOT + path)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => row(`${path}/${name}`));
const rows = (...names) => names.map((name) => row(name.includes('.') ? name : `docs/${name}.md`));

const IDEAS = ['store', 'tree', 'prompt', 'recall', 'forgetting', 'conversations'];

export const SIDEBAR = [
  { text: 'Begin', items: rows('start', 'features', 'errors') },
  { text: 'Ideas', items: rows(...IDEAS.map((name) => `ideas/${name}`)) },
  { text: 'Recipes by SDK', items: rows('sdks', 'lenses', 'tools', 'importing') },
  {
    text: 'Recipes by place',
    items: rows('places', 'examples', 'runtimes', 'storage', 'packaging', 'command-line', 'watching', 'inspector'),
  },
  { text: 'Options', items: rows('opening', 'options') },
  { text: 'API reference', items: folder('docs/reference') },
  {
    text: 'How it works',

    items: rows('model', 'recall', 'embeddings', 'session-tree', 'prompt-format', 'storage-format', 'ARCHITECTURE.md'),
  },
  { text: 'Figures', items: rows('figures', 'replay', 'eval-recall', 'eval-meter') },
  { text: 'Choosing it', items: rows('comparison', 'threat-model', 'SECURITY.md', 'versions', 'CHANGELOG.md') },
  { text: 'Decisions', items: folder('docs/decisions') },
  { text: 'Working on it', items: rows('CONTRIBUTING.md', 'glossary', 'requirements') },
];

export const SIDEBAR_ZH = [
  { text: '开始', items: rows('README.zh-CN.md', 'zh/start') },
  { text: '概念', items: rows(...IDEAS.map((name) => `zh/ideas/${name}`)) },
  { text: '部署', items: rows('zh/places') },
  { text: '英文文档', items: rows('sdks', 'reference/index', 'figures', 'comparison') },
];
