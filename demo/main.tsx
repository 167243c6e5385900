// Opens what the address names and renders the page around it; each page loads what it needs.
import { options, render } from 'preact';
import { readAddress, queryOf } from './state/address.ts';
import { atNextFrame } from './state/next-frame.ts';
import { applyTheme, readTheme } from './state/theme.ts';
import { CannotOpen, Opening } from './views/opening.tsx';
import { loadWords } from './words/words.ts';

// However many requests come per second, the page renders once per frame.
options.debounceRendering = atNextFrame;

const address = readAddress(location.search, navigator.languages);
const words = await loadWords(address.language);
const place = document.getElementById('app') as HTMLElement;

document.documentElement.lang = address.language;
applyTheme(readTheme());
history.replaceState(null, '', queryOf(address) + location.hash);
// Removes the text that index.html shows where no script runs.
place.replaceChildren();
render(<Opening words={words} />, place);
// A page from a file, or in a private window, may have no service worker: it then works online only.
navigator.serviceWorker?.register('./service-worker.js').catch(() => {});

try {
  render(await shown(), place);
} catch (error) {
  render(<CannotOpen words={words} error={error} />, place);
}

async function shown() {
  if (address.view === 'inside') {
    const [{ openStage }, { App }] = await Promise.all([import('./state/stage.ts'), import('./views/app.tsx')]);
    return <App stage={await openStage(address, words)} />;
  }
  if (address.view === 'simulate') {
    const [{ openSimulation }, { SimulatePage }] = await Promise.all([
      import('./state/front/simulation.ts'),
      import('./views/simulate/simulate-page.tsx'),
    ]);
    return <SimulatePage state={await openSimulation(address, words)} />;
  }
  if (address.view !== 'home') {
    const [{ openLanes }, { LanesPage }] = await Promise.all([
      import('./state/front/lanes.ts'),
      import('./views/front/lanes.tsx'),
    ]);
    return <LanesPage state={await openLanes(address, words)} />;
  }
  const [{ openHome }, { HomePage }] = await Promise.all([
    import('./state/front/home.ts'),
    import('./views/front/home-page.tsx'),
  ]);
  return <HomePage home={await openHome(address, words)} />;
}
