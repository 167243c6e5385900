declare module 'cloudflare:workers' {
  export class DurableObject {
    readonly ctx: { readonly storage: unknown };
    fetch(request: Request): Promise<Response>;
  }
}
