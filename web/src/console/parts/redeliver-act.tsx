import type { Translate } from '../../i18n/messages.js';
import { post } from '../net/call.js';
import type { Act } from './act.js';

export function redeliverAct(id: string, event: string, t: Translate): Act {
  return {
    verb: 'redeliver',
    on: id,
    does: t('console.act.redeliver.does', { event }),
    asks: null,
    act: async () => {
      await post(`deliveries/${id}/redeliver`, {});
      return <p>{t('console.act.redeliver.done')}</p>;
    },
  };
}
