// Cloudflare Worker whose Durable Object does the job over its own storage; each answer names the instance.
import { DurableObject } from 'cloudflare:workers';
import { openWorkingMemory } from 'working-memory';
import { durableObjectStorage } from 'working-memory/durable-object';
import { storageContract } from '../../contracts/storage.ts';
import { runSuites } from '../../support/browser/suite-in-worker.ts';
import { week } from '../../support/week.ts';
import { firstLife, secondLife } from './job.js';

export class Session extends DurableObject {
  #instance = crypto.randomUUID();

  async fetch(request) {
    const storage = durableObjectStorage(this.ctx.storage);
    const acts = {
      '/first': () => firstLife(storage),
      '/second': () => secondLife(storage),
      '/contract': () => this.#contract(),
      '/week': () => this.#week(storage),
      '/bytes': () => kernelOfBytes(),
      '/evict': () => this.ctx.abort('evicted by the test'),
    };
    const { pathname } = new URL(request.url);
    return Response.json({ instance: this.#instance, ...(await acts[pathname]()) });
  }

  /** A week of one owner, whose second device has a workspace of its own. */
  async #week(storage) {
    const open = (device, session, clock) =>
      openWorkingMemory({ session, workspace: `ann's ${device}`, storage, clock });
    return { lived: await week(open) };
  }

  #contract() {
    const make = async () => {
      await this.ctx.storage.deleteAll();
      return {
        storage: durableObjectStorage(this.ctx.storage),
        reopen: async () => durableObjectStorage(this.ctx.storage),
      };
    };
    storageContract('Durable Object storage', make);
    return runSuites();
  }
}

/** Returns the error of a kernel that is bytes rather than a module: a complete, empty one. */
const kernelOfBytes = () =>
  openWorkingMemory({ session: 'bytes', kernel: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) }).catch(
    ({ code, message }) => ({ code, message }),
  );

export class SessionWithoutSql extends Session {}

/** `/<binding>/<name of the object>/<act>` */
export default {
  fetch(request, env) {
    const [, binding, name, act] = new URL(request.url).pathname.split('/');
    return env[binding].getByName(name).fetch(`http://object/${act}`);
  },
};
