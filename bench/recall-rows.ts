// Rows of recall: speed of answers, time until texts are findable, and size of the index.
import type { Chromium } from './chromium.ts';
import { type Index, benchIndexSize, type IndexSize } from './index-size.ts';
import { benchIndexing } from './indexing.ts';
import { readCorpus } from './real-texts.ts';
import { benchRecall, benchRemember, QUERIES, type RecallBench } from './recall.ts';
import { faster, informative, informativeTimes, megabytes, millis, NODE, percent, type Row, times } from './report.ts';
import { type Corpus, type Language, makeCorpus } from './texts.ts';

interface Texts {
  /** Name in a row. */
  readonly name: string;
  readonly corpus: Corpus;
}

const LANGUAGES = ['English', 'Chinese'] as const satisfies Language[];
const SMALL = 1000;
const LARGE = 10_000;
const LARGEST = 100_000;
/** Sets with enough short texts. */
const REAL: Record<Language, readonly string[]> = { English: ['qmsum'], Chinese: ['cmrc', 'kdconv'] };

const AGAINST = 'against minisearch with our terms';

/** @param data folder of retrieval sets, whose texts are measured as well */
export async function recallRows(chromium: Chromium, data: string | undefined): Promise<Row[]> {
  const rows: Omit<Row, 'bench'>[] = [];
  const large: Texts[] = [];
  // Fails at once where the sets are missing, before minutes of benches.
  const real = data === undefined ? [] : LANGUAGES.map((language) => ofSets(data, language));
  for (const language of LANGUAGES) {
    const [small, texts] = [madeUp(language, SMALL), madeUp(language, LARGE)];
    rows.push(queryRow(small, NODE, await benchRecall(small.corpus)));
    rows.push(queryRow(small, chromium.name, await inPage(chromium, language, SMALL)));
    const result = await benchRecall(texts.corpus);
    rows.push(queryRow(texts, NODE, result));
    rows.push(queryRow(texts, chromium.name, await inPage(chromium, language, LARGE)));
    rows.push(await growthRow(madeUp(language, LARGEST), result));
    large.push(texts);
  }
  for (const texts of real) {
    rows.push(queryRow(texts, NODE, await benchRecall(texts.corpus)));
    large.push(texts);
  }
  for (const texts of large) rows.push(...(await indexingRows(texts)));
  for (const texts of large) rows.push(sizeRow(texts, await benchIndexSize(texts.corpus)));
  return rows.map((row) => ({ bench: 'recall', ...row }));
}

const madeUp = (language: Language, size: number): Texts => ({
  name: `${size} ${language} texts`,
  corpus: makeCorpus(language, size, QUERIES),
});

function ofSets(data: string, language: Language): Texts {
  const corpus = readCorpus(data, REAL[language], LARGE, QUERIES);
  return { name: `${corpus.texts.length} real ${language} texts`, corpus };
}

async function inPage(chromium: Chromium, language: Language, size: number): Promise<RecallBench> {
  const page = await chromium.openPage();
  const asked: [Language, number] = [language, size];
  const result = await page.evaluate(([name, count]) => window.benches.benchRecallOfMadeUp(name, count), asked);
  await page.close();
  return result;
}

function queryRow({ name, corpus }: Texts, runtime: string, result: RecallBench): Omit<Row, 'bench'> {
  const { memory, withSnippets, index, minisearch, defaults, gate } = result;
  const ratio = minisearch.medianMs / memory.medianMs;
  const found = [memory, minisearch, defaults].map((one) => percent(one.found)).join(', ');
  return {
    runtime,
    what: `remember, ${name}, ${AGAINST}`,
    ...(corpus.texts.length > SMALL ? faster(ratio, 5) : informativeTimes(ratio)),
    measured:
      `${millis(memory.medianMs)} (p99 ${millis(memory.p99Ms)}) against ` +
      `${millis(minisearch.medianMs)} (p99 ${millis(minisearch.p99Ms)}); with its defaults ` +
      `${millis(defaults.medianMs)}; our index alone ${millis(index.medianMs)}, with all snippets read ` +
      `${millis(withSnippets.medianMs)}; source found ${found}; gate ${gate.toFixed(2)}`,
  };
}

async function growthRow({ name, corpus }: Texts, fewer: RecallBench): Promise<Omit<Row, 'bench'>> {
  const { memory, withSnippets, gate } = await benchRemember(corpus);
  return {
    runtime: NODE,
    what: `remember, ${name}, against ${LARGE}`,
    ...informativeTimes(memory.medianMs / fewer.memory.medianMs),
    measured:
      `${millis(memory.medianMs)} (p99 ${millis(memory.p99Ms)}), with all snippets read ` +
      `${millis(withSnippets.medianMs)}; source found ${percent(memory.found)}; gate ${gate.toFixed(2)}`,
  };
}

async function indexingRows({ name, corpus }: Texts): Promise<Omit<Row, 'bench'>[]> {
  const { index, minisearch, defaults, memorizeMs, firstRememberMs } = await benchIndexing(corpus);
  return [
    {
      runtime: NODE,
      what: `index of ${name} built, ${AGAINST}`,
      ...times(index.medianMs / minisearch.medianMs, 1),
      measured:
        `${millis(index.medianMs)} against ${millis(minisearch.medianMs)}; ` +
        `with its defaults ${millis(defaults.medianMs)}`,
    },
    {
      runtime: NODE,
      what: `memorize ${name} and the first remember`,
      ...informative(memorizeMs + firstRememberMs),
      measured: `of it the first remember, which builds the index: ${millis(firstRememberMs)}`,
    },
  ];
}

function sizeRow({ name }: Texts, sizes: Record<Index, IndexSize>): Omit<Row, 'bench'> {
  const { index, minisearch, defaults } = sizes;
  return {
    runtime: NODE,
    what: `memory of the index of ${name}, ${AGAINST}`,
    ...times(bytesOf(index) / bytesOf(minisearch), 0.5),
    measured:
      `${megabytes(bytesOf(index))} (${megabytes(index.wasmBytes)} of them in the kernel) against ` +
      `${megabytes(bytesOf(minisearch))}; with its defaults ${megabytes(bytesOf(defaults))}`,
  };
}

const bytesOf = ({ heapBytes, wasmBytes }: IndexSize): number => heapBytes + wasmBytes;
