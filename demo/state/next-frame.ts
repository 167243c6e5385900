// The next frame of the page. A page in the background has none: there it comes after a while all the same, for whoever
// looks at it from elsewhere.

const LONGEST_WAIT_MS = 150;

export function atNextFrame(run: () => void): void {
  const now = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(now);
  const timer = setTimeout(now, LONGEST_WAIT_MS);
}
