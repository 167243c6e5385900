// Runs the page suites in Firefox, and a smoke test in WebKitGTK, where each is installed.
import { existsSync } from 'node:fs';
import { build } from './build.mjs';
import { run } from './environment.mjs';

const isInstalled = (program) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));

const BROWSERS = [
  {
    project: 'firefox',
    lacks: existsSync(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr') ? undefined : 'firefox-esr',
  },
  {
    project: 'firefox-pages',
    lacks: existsSync(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr') ? undefined : 'firefox-esr',
  },
  {
    project: 'webkit',
    lacks: Object.entries({
      WebKitWebDriver: 'webkit2gtk-driver',
      'xvfb-run': 'xvfb xauth',
      'dbus-run-session': 'dbus-x11',
    }).find(([program]) => !isInstalled(program))?.[1],
  },
];

const projects = BROWSERS.filter(({ lacks }) => lacks === undefined).flatMap(({ project }) => ['--project', project]);
if (projects.length > 0) {
  build();
  const config = ['--config', 'test/browsers/vitest.config.ts', '--root', '.'];
  run('npx', ['vitest', 'run', ...config, ...projects, ...process.argv.slice(2)]);
}
for (const { project, lacks } of BROWSERS) {
  if (lacks) console.log(`${project} skipped: ${lacks} is not installed (apt-get install ${lacks})`);
}
