// Vitest kept running in a process of its own, which can be killed from outside when a mutant loops forever. A message
// names tests and changed files; the answer reports the outcome of the tests.
import { createVitest } from 'vitest/node';

class AsNamed {
  sort = (specifications) => specifications;
  shard = (specifications) => specifications;
}

const [root] = process.argv.slice(2);
const vitest = await createVitest('test', {
  root,
  project: ['node'],
  watch: false,
  bail: 1,
  pool: 'threads',
  isolate: false,
  reporters: [{}],
  sequence: { sequencer: AsNamed },
});
const project = vitest.projects[0];

/** A timeout in a test means nothing on a busy machine. */
const isLate = ({ message }) => /timed out in \d+ms|Timeout starting|did not succeed in time/i.test(message);

async function run({ tests, changed }) {
  for (const file of changed) vitest.invalidateFile(file);
  // `bail` would count failures of earlier runs as well.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(test)),
  );
  const times = {};
  const failures = unhandledErrors.map((error) => ({ title: 'outside of tests', message: String(error.message) }));
  let passed = 0;
  for (const module of testModules) {
    times[module.moduleId] = module.diagnostic().duration + module.diagnostic().collectDuration;
    for (const error of module.errors()) failures.push({ title: module.moduleId, message: String(error.message) });
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === 'passed') passed++;
      for (const error of errors) failures.push({ title: test.fullName, message: String(error.message) });
    }
  }
  return { passed, times, failure: failures.find((one) => !isLate(one)), late: failures.find(isLate) };
}

process.on('message', (asked) => {
  run(asked).then(
    (answer) => process.send(answer),
    (error) => process.send({ passed: 0, times: {}, broken: String(error.stack) }),
  );
});
process.send('ready');
