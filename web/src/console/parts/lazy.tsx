import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Broken } from './broken.js';

/** A view whose program loads when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [View, setView] = useState<ComponentType<Props> | null>(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (View !== null) return;
      load().then(
        (view) => {
          loaded = view;
          setView(() => view);
        },
        () => setFailed(true),
      );
    }, []);
    if (hasFailed) return <Broken />;
    return View === null ? null : <View {...props} />;
  };
}
