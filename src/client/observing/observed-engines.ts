// Remembers which engine an observed one stands for, where engines are compared by identity.
const behind = new WeakMap<object, object>();

export function standsFor(observed: object, engine: object): void {
  behind.set(observed, engine);
}

export const engineBehind = (engine: object): object => behind.get(engine) ?? engine;
