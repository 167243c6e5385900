// Hot reload of React as in bundlers; import it before React, which looks for it when it loads.
import './page.ts';
import * as runtime from 'react-refresh/runtime';

runtime.injectIntoGlobalHook(globalThis);

/**
 * Says that this component is now the one of its name.
 * @param remounted as after a change of its hooks; otherwise its state is kept
 */
export function takeTheNew(name: string, component: object, { remounted = false } = {}): void {
  runtime.register(component, name);
  runtime.setSignature(component, 'hooks', remounted);
}

export const reload = (): void => void runtime.performReactRefresh();
