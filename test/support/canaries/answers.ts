// Collects everything that a memory returns about its session, to search it for canaries.
import type { WorkingMemory } from '../../../src/api/memory.ts';

export async function answers(memory: WorkingMemory, ids: readonly string[]): Promise<unknown> {
  const { items, files, transcript, context, state, sessions } = memory;
  const asked = ['café', 'PIN', '密码', 'What is my PIN?'];
  const audit: unknown[] = [];
  for await (const record of items.audit()) audit.push(record);
  const paths = [...(await files.list()).map(({ path }) => path), 'archive/gone-one.md', 'detail/before-one.md'];
  return [
    audit,
    await items.list(),
    await items.summarize({ maxChars: 10_000 }),
    await Promise.all(asked.map((question) => items.remember(question, { scope: 'all', explain: true, limit: 50 }))),
    await Promise.all(asked.map((question) => memory.recall(question))),
    await Promise.all(ids.map((id) => items.whyNot(id, 'PIN'))),
    await Promise.all(paths.map((path) => files.read(path).catch((error: unknown) => error))),
    await Promise.all(paths.map((path) => files.history(path))),
    await transcript.read({ limit: 1000 }),
    await context.branches(),
    await context.recalled(),
    await state.read(),
    await sessions.list(),
    await memory.report(),
    await memory.salvage(),
    await memory.export(),
    await memory.export({ format: 'json' }),
    memory.runtime,
    memory.recovery,
    memory.health(),
  ];
}
