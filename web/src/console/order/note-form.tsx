import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { orderPath, post } from '../net/call.js';
import { useDraft } from '../parts/draft.js';
import { messageOf } from '../parts/failure.js';

/** A note for colleagues; customers and servers never see it. */
export function NoteForm({ number, onWritten }: { readonly number: string; readonly onWritten: () => void }) {
  const i18n = useI18n();
  const { text, repeatKey, setText, end } = useDraft(`note ${number}`);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await post(orderPath(number, '/notes'), { text: text.trim() }, repeatKey);
      end();
      onWritten();
    } catch (thrown) {
      setError(messageOf(thrown, i18n));
    }
    setBusy(false);
  };
  return (
    <form class="note-form" onSubmit={(event) => void submit(event)}>
      <Field label={<NoteLabel />} error={error}>
        {(parts) => (
          <textarea
            {...parts}
            class="input"
            rows={1}
            dir={text === '' ? undefined : 'auto'}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" kind="quiet" busy={isBusy} disabled={text.trim() === ''}>
        {i18n.t('console.note.add')}
      </Button>
    </form>
  );
}

function NoteLabel() {
  const { t } = useI18n();
  return (
    <>
      {t('console.note')} <span class="soft small note-hint">{t('console.note.hint')}</span>
    </>
  );
}
