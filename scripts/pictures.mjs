// Draws the pictures of docs/pictures from figures and tables in docs: `npm run pictures` writes them,
// test/pictures.test.ts compares. Pictures of the READMEs exist in both languages.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './environment.mjs';
import { cost } from './pictures/cost.mjs';
import { places } from './pictures/places.mjs';
import { recall } from './pictures/recall.mjs';
import { strata } from './pictures/strata.mjs';
import { told } from './pictures/told.mjs';

/** Returns the pictures by their file name in docs/pictures. */
export const pictures = () => ({
  'strata.svg': strata('en'),
  'strata.zh.svg': strata('zh'),
  'told.svg': told('en'),
  'told.zh.svg': told('zh'),
  'places.svg': places('en'),
  'places.zh.svg': places('zh'),
  'cost.svg': cost(),
  'recall.svg': recall(),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, svg] of Object.entries(pictures())) {
    writeFileSync(`${root}docs/pictures/${name}`, svg);
    console.log(`docs/pictures/${name}: ${(svg.length / 1000).toFixed(1)} kB`);
  }
}
