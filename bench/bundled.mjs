// Runs commands over recorded data: builds the package, bundles the command for Node and starts it.
import { build } from '../scripts/build.mjs';
import { root } from '../scripts/environment.mjs';

/**
 * @param name folder in build/
 * @param input sources by name; `main` exports `main(args)`, which resolves to the exit code. An error prints its
 * message
 * alone, with exit code 2.
 */
export async function runBundled(name, input) {
  build();
  // Vite may not be installed before `build()`.
  const { build: bundle } = await import('vite');
  const outDir = `build/${name}`;
  await bundle({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir,
      minify: false,
      ssr: true,
      emptyOutDir: true,
      // Keeps imports of the package, so that the bench uses the published build.
      rolldownOptions: { external: [/^working-memory/], input },
    },
  });
  const { main } = await import(`${root}${outDir}/main.js`);
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
