// Component whose code loads when it is first shown.
import type { ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface LaterProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

export function Later<Props extends object>({ load, props }: LaterProps<Props>) {
  const [loaded, show] = useState<{ readonly Component: ComponentType<Props> }>();
  // `useEffect` would wait for a frame.
  useLayoutEffect(() => {
    void load().then((Component) => show({ Component }));
  }, []);
  return loaded ? <loaded.Component {...props} /> : null;
}
