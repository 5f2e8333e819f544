import { useI18n } from '../i18n/i18n.js';
import { Button } from './button.js';
import { Sign } from './signs.js';

/** Repeats what a banner says has failed. */
export function TryAgain({ onPress }: { readonly onPress: () => void }) {
  const { t } = useI18n();
  return (
    <Button kind="plain" onPress={onPress}>
      <Sign name="again" />
      {t('problem.again')}
    </Button>
  );
}
