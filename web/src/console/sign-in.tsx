import { useState } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Banner } from '../ui/banner.js';
import { Brand } from '../ui/brand.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { LanguageMenu } from '../ui/language-menu.js';
import { facts } from '../page-facts.js';
import { useTitle } from '../ui/use-title.js';
import { focusOn } from './way-back.js';
import { beginSignIn } from './net/openid.js';
import { endSession, keepKey } from './net/session.js';
import { messageOf } from './parts/failure.js';

interface Props {
  /** Why an earlier way in failed. */
  readonly trouble: string | null;
  /** Rejects if the service refuses the credentials. */
  readonly onEnter: () => Promise<void>;
}

export function SignIn({ trouble, onEnter }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  useTitle(t('console.title'));
  const [key, setKey] = useState('');
  const [inTab, setInTab] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    // Copied text may hold invisible characters, which no header can carry.
    keepKey(key.replaceAll(/[^!-~]/g, ''), inTab);
    await onEnter().catch((thrown: unknown) => {
      // A refused key is not kept: it may be a server's.
      endSession();
      setError(messageOf(thrown, i18n));
    });
    setBusy(false);
  };
  return (
    <main class="sign-in stack">
      <Brand />
      <form class="card stack" onSubmit={(event) => void submit(event)}>
        <h1>{t('console.title')}</h1>
        <p class="soft">{t('console.sign_in.who')}</p>
        {trouble !== null && error === null && <Banner tone="warn">{trouble}</Banner>}
        {facts.staff?.openid && <AccountButton />}
        <Field label={t('console.sign_in.key')} error={error}>
          {(parts) => (
            <input
              {...parts}
              class="input"
              type="password"
              autocomplete="off"
              ref={focusOn}
              spellcheck={false}
              value={key}
              required
              onInput={({ currentTarget }) => setKey(currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input type="checkbox" checked={inTab} onChange={({ currentTarget }) => setInTab(currentTarget.checked)} />
          <span>{t('console.sign_in.keep')}</span>
        </label>
        <Button
          type="submit"
          kind={facts.staff?.openid ? 'quiet' : 'main'}
          wide
          busy={isBusy}
          disabled={key.trim() === ''}
        >
          {t('console.sign_in')}
        </Button>
      </form>
      <LanguageMenu />
    </main>
  );
}

/** By the merchant's identity provider. */
function AccountButton() {
  const i18n = useI18n();
  const [error, setError] = useState<string | null>(null);
  const begin = (): void => {
    beginSignIn().catch((thrown: unknown) => setError(messageOf(thrown, i18n)));
  };
  return (
    <>
      <Button wide onPress={begin}>
        {i18n.t('console.sign_in.account')}
      </Button>
      {error !== null && <p class="field__error">{error}</p>}
      <p class="soft">{i18n.t('console.sign_in.or_key')}</p>
    </>
  );
}
