// Opens the session that the address names and draws the page around it.
import { options, render } from 'preact';
import { readAddress, queryOf } from './state/address.ts';
import { applyTheme, readTheme } from './state/theme.ts';
import { openStage } from './state/stage.ts';
import { App } from './views/app.tsx';
import { CannotOpen, Opening } from './views/opening.tsx';
import { loadWords } from './words/words.ts';

/** A page in the background has no frames; it is drawn all the same, for whoever looks at it from elsewhere. */
const LONGEST_WAIT_MS = 150;

// However many requests a second: the page is drawn once per frame.
options.debounceRendering = (draw) => {
  const now = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    draw();
  };
  const frame = requestAnimationFrame(now);
  const timer = setTimeout(now, LONGEST_WAIT_MS);
};

const address = readAddress(location.search, navigator.languages);
const words = await loadWords(address.language);
const place = document.getElementById('app') as HTMLElement;

document.documentElement.lang = address.language;
applyTheme(readTheme());
history.replaceState(null, '', queryOf(address) + location.hash);
// Removes the text that index.html shows where no script runs.
place.replaceChildren();
render(<Opening words={words} />, place);
// A page that is served from a file, or in a private window, may have none: then it works while there is a network.
navigator.serviceWorker?.register('./service-worker.js').catch(() => {});

try {
  const stage = await openStage(address, words);
  render(<App stage={stage} />, place);
} catch (error) {
  render(<CannotOpen words={words} error={error} />, place);
}
