// Measures how long a page could not answer its user, in two ways, because the browser reports only tasks above 50 ms.

export interface Blocking {
  /** 0 where no task took more than 50 ms. */
  readonly longestTaskMs: number;
  /** Longest wait for a 4 ms timer; includes other work of the browser and the machine. */
  readonly largestGapMs: number;
}

const TICK_MS = 4;
/** The browser reports a task some time after its end. */
const REPORT_DELAY_MS = 200;

/** Watches this page's main thread while `work` runs. */
export async function watchMainThread<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly blocking: Blocking }> {
  let longestTaskMs = 0;
  const note = (entries: PerformanceEntryList): void => {
    for (const { duration } of entries) longestTaskMs = Math.max(longestTaskMs, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  const ticking = watchGaps();
  const value = await work();
  const largestGapMs = ticking.stop();
  await new Promise((resolve) => setTimeout(resolve, REPORT_DELAY_MS));
  note(observer.takeRecords());
  observer.disconnect();
  return { value, blocking: { longestTaskMs, largestGapMs } };
}

function watchGaps(): { stop(): number } {
  let largest = 0;
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    largest = Math.max(largest, now - last);
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  return {
    stop() {
      tick();
      clearInterval(timer);
      return largest;
    },
  };
}
