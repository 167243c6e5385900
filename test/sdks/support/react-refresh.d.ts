// Types of the used part of the hot reload runtime, which ships none.
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(page: object): void;
  export function register(component: object, name: string): void;
  export function setSignature(component: object, key: string, forceReset: boolean): void;
  export function performReactRefresh(): unknown;
}
