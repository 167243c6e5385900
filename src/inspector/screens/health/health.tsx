// Health: where the memory runs and stores, how full the storage is, how long calls take, and what was lost.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RowCounts } from '../../../api/recovery.ts';
import type { Inspected } from '../../model/inspected.ts';
import { countTabs } from '../../model/tabs.ts';
import type { CallTiming } from '../../model/timings.ts';
import { Act } from '../../views/act.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { embedderLine } from '../../views/embedder-line.ts';
import { useAnswer } from '../../views/follow.ts';
import { errorText, useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { bytes, clock, count, ms } from '../../views/show-in.ts';

/** Pause between two looks: no commit tells that a tab came or went, or that a call waits. */
const LOOK_MS = 2000;

function useLooks(): { readonly tabs?: number | undefined } {
  const [looked, show] = useState<{ readonly tabs?: number | undefined }>({});
  useEffect(() => {
    const look = (): void => void countTabs().then((tabs) => show({ tabs }));
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return looked;
}

async function readHealth({ memory, timings }: Inspected, locale: 'en' | 'zh-CN') {
  const timed = timings.timed.bind(timings);
  const [sessions, messages, report, estimate, persisted] = await Promise.all([
    timed('sessions.list', () => memory.sessions.list()),
    timed('transcript.count', () => memory.transcript.count()),
    timed('report', () => memory.report({ locale })),
    navigator.storage?.estimate?.().catch(() => undefined),
    navigator.storage?.persisted?.().catch(() => undefined),
  ]);
  return { sessions: sessions.length, messages, report, estimate, persisted, timings: timings.list() };
}

const rowsText = (rows: RowCounts): string =>
  Object.entries(rows)
    .map(([store, rows]) => `${store} ${rows}`)
    .join(', ') || '0';

export function HealthScreen({ inspected }: ScreenProps): JSX.Element {
  const words = useWords();
  const { health } = words;
  const { memory } = inspected;
  const { answer, error } = useAnswer(inspected, () => readHealth(inspected, words.locale === 'en' ? 'en' : 'zh-CN'));
  const { state, unsaved, lastCommit, quarantined, restarts } = memory.health();
  const { place, worker, reason, storage, reach } = memory.runtime;
  const { recovery } = memory;
  const { estimate, persisted } = answer ?? {};
  const { tabs } = useLooks();
  const waits = inspected.timings.waiting();
  const size = (value: number | undefined): string => (value === undefined ? health.unknown : bytes(value, words));
  const facts: readonly (readonly [string, string | undefined])[] = [
    [health.place, `${health.places[place]}${worker ? words.aside(health.workers[worker]) : ''}`],
    [health.why, reason],
    [health.storage, storage],
    [health.used, size(estimate?.usage)],
    [health.quota, size(estimate?.quota)],
    [health.persisted, persisted === undefined ? health.unknown : persisted ? health.yes : health.no],
    [health.reach, health.reaches[reach]],
    [health.sessions, answer && count(answer.sessions, words)],
    [health.messages, answer && count(answer.messages, words)],
    [health.lastCommit, lastCommit && `${count(lastCommit.head, words)} · ${clock(lastCommit.time, words)}`],
    [health.unsaved, count(unsaved, words)],
    [health.restarts, count(restarts, words)],
    [health.recovery, health.recoveries[recovery.kind]],
    [health.lost, rowsText(recovery.lost)],
    [health.quarantined, count(quarantined, words)],
    // A memory in the thread of its page holds no lock.
    [health.tabs, tabs && place === 'worker' ? health.tabsOf(tabs) : health.unknown],
    [health.waiting, health.waitingOf(count(waits.count, words), waits.count > 0 ? ms(waits.longest) : '')],
    [health.toEmbed, embedderLine(memory.embedding.status(), words)],
    [health.kernel, health.kernelNote],
  ];
  return (
    <div class="columns">
      <Pane>
        <p class="line">
          <span class={state === 'ok' ? 'figure' : 'figure problem'}>{health.states[state]}</span>
        </p>
        {error !== undefined && <p class="problem">{words.failed(errorText(error))}</p>}
        <table class="facts">
          <caption class="unseen">{health.facts}</caption>
          <tbody>
            {facts.map(([name, value]) =>
              value === undefined ? null : (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
        <div class="line">
          <ExportButton inspected={inspected} />
          <Act inspected={inspected} title={health.persist} work={() => memory.persist()} />
          <Act inspected={inspected} title={health.reopen} work={() => memory.reopen()} />
          {quarantined > 0 && (
            <Act inspected={inspected} title={health.dismiss} work={() => memory.dismissQuarantined()} />
          )}
        </div>
      </Pane>
      <Pane>
        <Timings timings={answer?.timings ?? []} />
        <h3>{health.report}</h3>
        <pre>{answer?.report.text}</pre>
      </Pane>
    </div>
  );
}

function Timings({ timings }: { readonly timings: readonly CallTiming[] }): JSX.Element {
  const words = useWords();
  const { health } = words;
  return (
    <>
      <h3>{health.timings}</h3>
      <table class="facts">
        <caption class="unseen">{health.timings}</caption>
        <thead>
          <tr>
            {[health.call, health.count, 'p50', 'p95', health.latest].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {timings.map(({ call, count: times, p50, p95, latest }) => (
            <tr key={call}>
              <td class="mono">{call}</td>
              <td>{count(times, words)}</td>
              <td>{ms(p50)}</td>
              <td>{ms(p95)}</td>
              <td>
                <Spark values={latest} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Spark({ values }: { readonly values: readonly number[] }): JSX.Element {
  const most = Math.max(1, ...values);
  const points = values.map((value, place) => `${place},${(16 - (value / most) * 15).toFixed(1)}`).join(' ');
  return (
    <svg viewBox="0 0 60 17" width="60" height="17" aria-hidden="true">
      <polyline class="spark" points={values.length === 1 ? `0,1 ${points.replace('0,', '60,')}` : points} />
    </svg>
  );
}

function ExportButton({ inspected }: { readonly inspected: Inspected }): JSX.Element {
  const words = useWords();
  const [said, say] = useState<string>();
  const download = async (): Promise<void> => {
    const zip = await inspected.memory.export();
    const address = URL.createObjectURL(new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = 'working-memory.zip';
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <span class="line">
      <button type="button" onClick={() => void download().catch((error: unknown) => say(errorText(error)))}>
        {words.health.export}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
