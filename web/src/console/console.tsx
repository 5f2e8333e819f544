import { useEffect, useState } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { Frame } from './frame.js';
import { MeContext } from './me.js';
import { CallError, read } from './net/call.js';
import { finishSignIn, isReturn, isStrayReturn } from './net/openid.js';
import { keepTokens, onSessionEnd, restoreKey } from './net/session.js';
import type { Me } from './net/types.js';
import { messageOf } from './parts/failure.js';
import { SignIn } from './sign-in.js';

const RETRY_MS = 5000;

/** Whether the tab may enter without a sign-in. */
const isKnown = (): boolean => facts.staff?.isOpen === true || restoreKey();

/** The console of whoever is signed in; else the way in. */
export function Console() {
  const i18n = useI18n();
  const [me, setMe] = useState<Me | null>(null);
  const [isEntering, setEntering] = useState(() => isReturn() || isKnown());
  const [trouble, setTrouble] = useState(isStrayReturn() ? i18n.t('console.problem.sign_in_unfinished') : null);
  const enter = async (): Promise<void> => {
    const answer = await read<Me>('me');
    setMe(answer?.data ?? null);
  };

  useEffect(() => {
    onSessionEnd((isRefused) => {
      setMe(null);
      setTrouble(isRefused ? i18n.t('console.sign_in.ended') : null);
    });
    if (!isEntering) return;
    const tryEnter = async (): Promise<void> => {
      try {
        await comeIn(enter);
      } catch (thrown) {
        setTrouble(messageOf(thrown, i18n));
        const isAway = thrown instanceof CallError && (thrown.status === null || thrown.status >= 500);
        if (isAway) setTimeout(() => isKnown() && void tryEnter(), RETRY_MS);
      }
      setEntering(false);
    };
    void tryEnter();
  }, []);

  if (isEntering) return null;
  if (me === null) return <SignIn trouble={trouble} onEnter={enter} />;
  return (
    <MeContext.Provider value={me}>
      <Frame me={me} />
    </MeContext.Provider>
  );
}

async function comeIn(enter: () => Promise<void>): Promise<void> {
  if (isReturn()) {
    const { access_token, id_token } = await finishSignIn();
    keepTokens(access_token, id_token ?? null);
  }
  await enter();
}
