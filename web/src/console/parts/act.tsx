import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { focusOn } from '../way-back.js';
import { useDraft } from './draft.js';
import { messageOf } from './failure.js';

type Verb = 'poll' | 'rebuild' | 'link' | 'reveal' | 'revoke' | 'redeliver' | 'resolve' | 'take' | 'end_pause';

/** Something that staff may do. */
export interface Act {
  /** Of the key of its name. */
  readonly verb: Verb;
  /** The number or id of what it acts on. */
  readonly on: string;
  /** What it will do; shown before. */
  readonly does: string;
  /** What staff has to write; null: nothing. */
  readonly asks: { readonly label: string; readonly hint?: string; readonly isOptional?: boolean } | null;
  /** Does it, and returns what to show of the outcome. */
  readonly act: (text: string, repeatKey: string) => Promise<ComponentChildren>;
}

interface Props {
  /** null: closed. */
  readonly act: Act | null;
  readonly onClose: () => void;
  /** It was done, or its outcome is not known. */
  readonly onDone: () => void;
}

/** Says what an act will do, does it, and shows the outcome. */
export function ActDialog({ act, onClose, onDone }: Props) {
  const { t } = useI18n();
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      title={act === null ? '' : t(`console.act.${act.verb}`)}
      open={act !== null}
      held={isBusy}
      onClose={onClose}
    >
      {act !== null && <Doing {...{ act, isBusy, setBusy, onClose, onDone }} />}
    </Dialog>
  );
}

interface DoingProps extends Props {
  readonly act: Act;
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
}

function Doing({ act: { verb, on, does, asks, act }, isBusy, setBusy, onClose, onDone }: DoingProps) {
  const i18n = useI18n();
  const { text, repeatKey, setText, end } = useDraft(`${verb} ${on}`);
  const [error, setError] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<ComponentChildren>(null);
  const isReady = asks === null || asks.isOptional === true || text.trim().length >= 3;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      setOutcome(await act(text.trim(), repeatKey));
      end();
    } catch (thrown) {
      setError(messageOf(thrown, i18n));
    }
    setBusy(false);
    onDone();
  };
  if (outcome !== null)
    return (
      <div class="stack" role="status" tabIndex={-1} ref={focusOn}>
        {outcome}
        <Button kind="quiet" onPress={onClose}>
          {i18n.t('dialog.close')}
        </Button>
      </div>
    );
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <p>{does}</p>
      {asks !== null && (
        <Field label={asks.label} hint={asks.hint} error={error}>
          {(parts) => (
            <input
              {...parts}
              class="input"
              value={text}
              readOnly={isBusy}
              autocomplete="off"
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
      )}
      {asks === null && error !== null && <p class="field__error">{error}</p>}
      <Button type="submit" busy={isBusy} disabled={!isReady}>
        {i18n.t(`console.act.${verb}`)}
      </Button>
    </form>
  );
}
