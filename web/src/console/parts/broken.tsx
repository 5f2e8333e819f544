import { Component } from 'preact';
import type { ComponentChildren } from 'preact';
import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';

/** In place of a view that cannot be shown. */
export function Broken() {
  const { t } = useI18n();
  return (
    <Banner tone="bad" title={t('console.broken')} urgent>
      <Button kind="plain" onPress={() => location.reload()}>
        {t('console.reload')}
      </Button>
    </Banner>
  );
}

interface State {
  readonly hasFailed: boolean;
}

/** A fault in a view leaves the rest of the page. */
export class Contained extends Component<{ readonly children: ComponentChildren }, State> {
  static override getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override state: State = { hasFailed: false };

  override render() {
    return this.state.hasFailed ? <Broken /> : this.props.children;
  }
}
