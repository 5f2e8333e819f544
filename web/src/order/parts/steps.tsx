import { useI18n } from '../../i18n/i18n.js';
import { classes } from '../../ui/button.js';
import { Sign } from '../../ui/signs.js';
import type { SignName } from '../../ui/signs.js';
import type { Step, StepState } from '../story/steps.js';

const SIGNS: Readonly<Partial<Record<StepState, SignName>>> = { done: 'check', stopped: 'close', checking: 'search' };

export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const { t, format } = useI18n();
  return (
    <ol class="steps" aria-label={t('order.steps')}>
      {steps.map(({ state, label, at }) => {
        const sign = SIGNS[state];
        return (
          <li key={label} class={`step step--${state}`} aria-current={state === 'now' ? 'step' : undefined}>
            <span class="step__mark" aria-hidden="true">
              {sign !== undefined && <Sign name={sign} />}
            </span>
            <span class="step__words">
              <span class="step__label">{t(label)}</span>
              <span class={classes('step__note', 'small', 'soft', (state === 'next' || state === 'open') && 'unseen')}>
                {at === null ? t(`order.step.${state}`) : <time dateTime={at}>{format.moment(at)}</time>}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
