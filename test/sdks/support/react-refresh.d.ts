// What is called of the runtime of hot reload, which comes without types.
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(page: object): void;
  export function register(component: object, name: string): void;
  export function setSignature(component: object, key: string, forceReset: boolean): void;
  export function performReactRefresh(): unknown;
}
