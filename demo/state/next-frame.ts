// The page's next frame. A page in the background draws none, so a timer stands in there.

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
