// Site over the documents, whose text is not repeated here. Built by `npm run docs`, without anything from other hosts.
import { readFileSync } from 'node:fs';
import { inlineDrawings, runnableBlocks, withoutComments } from './blocks.js';
import { linksOfTheSite } from './links.js';
import { addressOf, ROOT, SIDEBAR, SIDEBAR_ZH } from './pages.js';

const { exports, description } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

/** Entries of the built package that run in a page. */
const ENTRIES = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string' || /worker$|file-storage|standalone|\.\/inspector$/.test(path)
    ? []
    : [[path.replace(/^\./, 'working-memory'), ROOT + target.default.slice(2)]],
);

/** Loads an entry by its name at run time; the inspector shows itself although this is a production build. */
const entriesOfThePackage = {
  name: 'entries-of-the-package',
  resolveId: (id) => (id === 'virtual:entries' ? '\0entries' : undefined),
  load(id, { ssr } = {}) {
    if (id !== '\0entries') return;
    // No code runs during server-side rendering.
    if (ssr) return 'export const entries = {};';
    const inspector = ENTRIES.find(([name]) => name.endsWith('/inspector-always'));
    const rows = [...ENTRIES, ['working-memory/inspector', inspector[1]]];
    const lines = rows.map(([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`);
    return `export const entries = { ${lines.join(',\n')} };`;
  },
};

/** The documents are above the folder that has Vue installed. */
const vueOfTheSite = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId(id, _, { ssr }) {
    if (!/^vue(\/|$)/.test(id)) return;
    return ssr ? { id, external: true } : this.resolve(id, `${ROOT}site/package.json`, { skipSelf: true });
  },
};

/** Makes the anchors that GitHub makes of headings, which links of the documents use. */
const slugify = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/**
 * Splits text of any language into words; Chinese has no spaces. Passed to the page as text, so it may use nothing
 * outside.
 */
const wordsOf = (text) =>
  Array.from(new Intl.Segmenter('zh', { granularity: 'word' }).segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);

const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 3h8v1H0z' fill='%23b45309'/><path d='M1 0h2v3H1zM4 1h3v2H4z' fill='%230f766e'/></svg>";

export default {
  title: 'working-memory',
  description,
  srcDir: '..',
  outDir: '../build/site',
  cacheDir: '../build/site-cache',
  base: process.env.DOCS_BASE ?? '/',
  srcExclude: [
    '{test,site,bench,build,demo,src,cli,worker,assembly,dist,scripts,.github}/**',
    '{AGENTS,CODE_OF_CONDUCT}.md',
    'skills/**',
  ],
  rewrites: (path) => addressOf(path) ?? path,
  // The README mentions the address of the demo that `npm start` serves.
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${ICON}` }]],
  markdown: {
    html: false,
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => [withoutComments, linksOfTheSite, runnableBlocks, inlineDrawings].forEach((plugin) => plugin(md)),
  },
  locales: {
    root: { label: 'English', lang: 'en' },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      themeConfig: {
        nav: [
          { text: '三分钟上手', link: '/zh/start' },
          { text: '概念', link: '/zh/ideas/store' },
          { text: 'API 参考', link: '/reference/' },
        ],
        sidebar: SIDEBAR_ZH,
        outline: { level: [2, 3], label: '本页' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '深色',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
      },
    },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Ideas', link: '/ideas/store' },
      { text: 'SDKs', link: '/sdks' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Figures', link: '/figures' },
    ],
    // Few pages exist in both languages.
    i18nRouting: false,
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { tokenize: wordsOf } },
        locales: {
          zh: { translations: { button: { buttonText: '搜索', buttonAriaLabel: '搜索' } } },
        },
      },
    },
  },
  vite: {
    // The repository's own config is for the package.
    configFile: false,
    publicDir: false,
    plugins: [vueOfTheSite, entriesOfThePackage],
    worker: { format: 'es', rollupOptions: { external: /^@xenova\// } },
    build: { target: 'es2022', chunkSizeWarningLimit: 2_000, rollupOptions: { external: /^@xenova\// } },
  },
};
