import { openWorkingMemory } from 'working-memory';
import { fileStorage } from 'working-memory/file-storage';
import { type Command, EXIT, JSON_LINE, SESSION, WORKSPACE } from '../command.ts';
import { chosen, noneMeant, sessionsIn } from '../place.ts';
import { bar, counted } from '../wording.ts';

export const check: Command = {
  takes: '',
  options: {
    workspace: WORKSPACE,
    session: SESSION,
    repair: 'repair the damage; without it, nothing is changed',
    json: JSON_LINE,
  },
  more: 'Without --repair nothing is changed. With it, counters are corrected and damaged items, files and\nlines of the journal are deleted: export the session first if you want to keep them.',
  async run(call) {
    const { folder, values, terminal } = call;
    const { repair = false } = values;
    const all = await sessionsIn(folder);
    const meant = (values.workspace === undefined ? all : chosen(all, call).sessions).filter(
      ({ session }) => values.session === undefined || session === values.session,
    );
    if (meant.length === 0) terminal.note(noneMeant(all, call));
    const found: object[] = [];
    let unrepaired = 0;
    for (const [place, { workspace, session }] of meant.entries()) {
      terminal.progress(`${bar(place, meant.length)}  ${counted(place, 'session')}`);
      const one = { workspace, session, ...(await checked(folder, workspace, session, repair)) };
      if (one.kind === 'none' && one.damaged === 0) continue;
      found.push(one);
      if (!one.repaired) unrepaired++;
      if (!values.json)
        terminal.out(
          `${workspace}  ${session}: ${one.reason ?? one.kind}, ${counted(one.damaged, 'damaged row')}${outcome(one.repaired, repair)}`,
        );
    }
    if (values.json) terminal.out(JSON.stringify({ checked: meant.length, damaged: found }));
    else if (meant.length > 0)
      terminal.out(
        `${counted(meant.length, 'session')} checked, ${found.length} damaged${found.length > 0 && !repair ? '; --repair repairs them' : ''}`,
      );
    return unrepaired === 0 && meant.length > 0 ? EXIT.ok : EXIT.notAll;
  },
};

/** Returns the end of a session's line: what the repair achieved. */
const outcome = (repaired: boolean, asked: boolean): string =>
  repaired ? '; repaired' : asked ? '; its damaged messages stay in storage, but are not used' : '';

async function checked(
  folder: string,
  workspace: string,
  session: string,
  repair: boolean,
): Promise<{ kind: string; damaged: number; repaired: boolean; reason?: string }> {
  const storage = fileStorage({ root: folder });
  try {
    const memory = await openWorkingMemory({ session, workspace, storage, worker: false, readOnly: !repair });
    try {
      // Opening does not read every row; `salvage` does.
      const damaged = (await memory.salvage()).damaged.length;
      const { kind } = memory.recovery;
      if (repair && damaged > 0) await memory.dismissQuarantined();
      const left = repair ? (await memory.salvage()).damaged.length : damaged;
      return { kind, damaged, repaired: repair && left === 0 };
    } finally {
      await memory.close();
    }
  } catch (error) {
    return {
      kind: 'unreadable',
      damaged: 0,
      repaired: false,
      reason: error instanceof Error ? error.message : String(error),
    };
  } finally {
    await storage.close();
  }
}
