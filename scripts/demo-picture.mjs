// Takes the README's picture of the demo, docs/demo.jpg: the page that npm start serves, in English, its story told.
import { statSync } from 'node:fs';
import { chromium } from 'playwright';
import { build } from './build.mjs';
import { findChromium, root } from './environment.mjs';
import { serveDemo } from './serve-demo.mjs';

const PICTURE = `${root}docs/demo.jpg`;
const SIZE = { width: 1280, height: 800 };
const MOST_BYTES = 200_000;
const BEST_QUALITY = 92;
const LEAST_QUALITY = 50;

build();
const server = await serveDemo(0);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${server.resolvedUrls.local[0]}?view=inside&lang=en`);
  await page.getByTestId('offline-ready').waitFor();
  const missing = await page.evaluate(withoutGlyph, ['中', '文', '→', '✓', '⚠']);
  if (missing.length > 0) {
    throw new Error(
      `No font here has ${missing.join(' ')}, so the picture would show boxes. On Debian: apt-get install -y fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji`,
    );
  }
  await page.getByTestId('speed-top').check();
  await page.getByTestId('play').click();
  await page.waitForFunction(
    () => document.querySelector('[data-testid=play]:disabled') && !document.querySelector('.working'),
    undefined,
    { timeout: 180_000 },
  );
  // An empty panel tells nothing; words of the story show what recall finds.
  await page.getByTestId('ask').fill('certificate contract');
  await page.getByTestId('ask-run').click();
  await page.getByTestId('hit').first().waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  let quality = BEST_QUALITY;
  do {
    await page.screenshot({ path: PICTURE, type: 'jpeg', quality });
    quality -= 4;
  } while (statSync(PICTURE).size > MOST_BYTES && quality >= LEAST_QUALITY);
  console.log(`docs/demo.jpg: ${SIZE.width} × ${SIZE.height}, ${Math.ceil(statSync(PICTURE).size / 1000)} kB`);
} finally {
  await browser.close();
  await server.close();
}

/** Runs in the page. A character without a glyph is drawn as one that no font can have: U+10FFFF. */
function withoutGlyph(characters) {
  const drawn = (character) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context.font = `32px ${getComputedStyle(document.body).fontFamily}`;
    context.fillText(character, 4, 40);
    return canvas.toDataURL();
  };
  const box = drawn('\u{10FFFF}');
  return characters.filter((character) => drawn(character) === box);
}
