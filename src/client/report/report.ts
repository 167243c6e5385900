// Implements memory.report: reads the journal, the ledger and the notes, and adds them up. Loaded on demand.
import type { MemoryReport, ReportOptions } from '../../api/watching/report.ts';
import type { Engine } from '../../boundary/engine.ts';
import { compliance } from '../../context/reminder/reminder.ts';
import type { TracedUsage } from '../../context/watching/trace.ts';
import { readLedger } from '../../context/view/ledger.ts';
import { OPTIONS, type Settings } from '../../options/options.ts';
import { REPORT, ROWS_PER_READ } from '../../options/policy.ts';
import { checkOptions, integer, withDefaults } from '../../options/rules.ts';
import { utf8Bytes } from '../../tree/utf8-bytes.ts';
import { addedUp, type PastCommit } from './added-up.ts';
import { coverageOf } from './coverage.ts';
import { reportText } from './words.ts';

const REPORT_OPTIONS = {
  last: integer(1, 1_000_000_000),
  locale: { ...OPTIONS.locale, defaults: undefined },
};

/** Makes the report. @throws invalid-option */
export async function reportOf(
  engine: Engine,
  { locale: ofSession }: Settings,
  options: ReportOptions,
  pending: TracedUsage | undefined,
): Promise<MemoryReport> {
  checkOptions(options, REPORT_OPTIONS, 'report');
  const { last = Infinity, locale = ofSession } = withDefaults(REPORT_OPTIONS, options);
  const numbers = addedUp(await journalOf(engine), pending, last);
  const basis = await engine.contextBasis();
  const session = compliance(readLedger(basis.rows).ledger.reminder);
  const notes = await notesOf(engine, basis);
  const report = { ...numbers, reminders: { ...numbers.reminders, session }, ...(notes && { notes }) };
  return { ...report, text: reportText(report, locale) };
}

async function journalOf(engine: Engine): Promise<PastCommit[]> {
  const entries: PastCommit[] = [];
  for (;;) {
    const page = await engine.journal(entries.at(-1)?.head ?? 0, ROWS_PER_READ);
    entries.push(...page);
    if (page.length < ROWS_PER_READ) return entries;
  }
}

async function notesOf(
  engine: Engine,
  { overview, messages }: Awaited<ReturnType<Engine['contextBasis']>>,
): Promise<MemoryReport['notes']> {
  if (!overview) return undefined;
  const { status, revision, stepsSince } = await engine.overviewStatus();
  const newest = await engine.readMessages(Math.max(0, messages - REPORT.messages), REPORT.messages);
  const { text } = overview;
  return { revision, status, steps: stepsSince, bytes: utf8Bytes(text), ...coverageOf(newest, text) };
}
