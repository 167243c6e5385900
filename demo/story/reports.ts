// Machine-made texts: the log of a build and the report of a test run. Long, and the same in every language.

const MODULES = ['tiles', 'photo', 'queue', 'report', 'auth', 'store', 'shell'];
const STAGES = ['resolve', 'generate', 'compile', 'lint', 'shrink', 'bundle', 'align'];

/** Failures of builds; the log continues for a while after one, as logs do. */
const FAILURES: Readonly<Record<string, string>> = {
  '3117': "FATAL signing: provisioning profile 'field-legacy' expired on 2027-05-11",
};

export function buildLog(build: string): string | undefined {
  if (build !== '3117' && build !== '3140') return undefined;
  const lines = STAGES.flatMap((stage, at) =>
    MODULES.flatMap((module, place) => [
      `${clock(at * 80 + place * 11)} ${stage} ${module}: start, ${12 + ((place * 7 + at * 3) % 23)} inputs`,
      `${clock(at * 80 + place * 11 + 3)} ${stage} ${module}: cache ${place % 2 === 0 ? 'hit' : 'miss'}, worker ${place % 4}`,
      `${clock(at * 80 + place * 11 + 5)} ${stage} ${module}: wrote build/lantern/${stage}/${module}.o, ${40 + place * 9} kB`,
      `${clock(at * 80 + place * 11 + 7)} ${stage} ${module}: done, ${at + place} warnings`,
    ]),
  );
  const failure = FAILURES[build];
  const end = failure ?? `artefact lantern-3.2-${build}.aab: 48.6 MB, signed with profile 'field-2027'`;
  const late = MODULES.map((module, place) => `${clock(620 + place)} clean ${module}: removed`);
  const verdict = failure ? 'BUILD FAILED, exit code 65' : 'BUILD OK, exit code 0';
  return [`build ${build}, runner mac-04`, ...lines, `${clock(604)} ${end}`, ...late, verdict].join('\n');
}

const SUITES: Readonly<Record<string, { readonly every: number; readonly failing: Readonly<Record<string, string>> }>> =
  {
    smoke: {
      every: 3,
      failing: { 'queue/07': 'expected 3 uploads in order, got 2', 'photo/10': 'thumbnail missing after restart' },
    },
    nightly: { every: 2, failing: { 'report/08': 'page 2 is blank when a note has no photo' } },
  };

export function testReport(suite: string): string | undefined {
  const { every, failing } = SUITES[suite] ?? {};
  if (every === undefined || failing === undefined) return undefined;
  const lines = MODULES.flatMap((module, place) =>
    Array.from({ length: 12 / every }, (_, at) => {
      const name = `${module}/${String(at * every + 1 + (place % every)).padStart(2, '0')}`;
      return `PASS ${name} ${38 + ((place * 31 + at * 17) % 240)} ms`;
    }),
  );
  const failures = Object.entries(failing).map(([name, why]) => `FAIL ${name} ${why}`);
  return [`suite ${suite}`, ...lines, ...failures, `${lines.length} passed, ${failures.length} failed`].join('\n');
}

/** Formats seconds since 09:00. */
const clock = (seconds: number): string =>
  `09:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
