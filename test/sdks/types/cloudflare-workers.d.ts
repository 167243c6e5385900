// Members of Cloudflare's class that the examples use; wrangler generates the real types per app.
declare module 'cloudflare:workers' {
  type Storage = Parameters<typeof import('../../../src/entries/durable-object.ts').durableObjectStorage>[0];

  export class DurableObject<Env = unknown> {
    constructor(ctx: { readonly storage: Storage }, env: Env);
    protected ctx: { readonly storage: Storage };
    protected env: Env;
  }
}
