// Owner for `durable-object-sql.servers.ts`: an object with its sessions in its own SQLite.
import { DurableObject } from 'cloudflare:workers';
import { type DurableObjectSqlLike, sqliteStorage } from '../../../src/entries/sqlite.ts';
import { batch, put } from '../../support/storage/batches.ts';

const HERE = { workspace: '/', session: "o'clock" };

export class Owner extends DurableObject {
  override async fetch(): Promise<Response> {
    const storage = sqliteStorage({ db: this.ctx.storage as unknown as DurableObjectSqlLike });
    const second = batch(2, [put('items', 'b', { text: 'b' })]);
    await storage.commit(HERE, { head: 0 }, batch(1, [put('items', 'a', { text: 'a' })]));
    const said = [
      (await storage.commit(HERE, { head: 1 }, second)).status,
      (await storage.commit(HERE, { head: 1 }, second)).status,
      (await storage.load(HERE, ['items'])).rows.length,
      (await storage.since(HERE, { head: 1 }))?.rows.length,
      (await storage.sessions({ limit: 5 })).length,
    ];
    await storage.remove(HERE);
    return Response.json([...said, (await storage.sessions()).length]);
  }
}

export default {
  fetch: (request: Request, env: { OWNER: Namespace }) => env.OWNER.get(env.OWNER.idFromName('one')).fetch(request),
};

interface Namespace {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
}
