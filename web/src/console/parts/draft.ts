import { useContext, useState } from 'preact/hooks';
import { newIdempotencyKey } from '#client/src/index.js';
import { parsedObject, rememberedInTab, rememberInTab } from '../../net/storage.js';
import { MeContext } from '../me.js';

const NAME = 'console-drafts';

interface Draft {
  readonly text: string;
  /** Of this text, so that a repeat after a lost answer does nothing twice. */
  readonly repeatKey: string;
}

/**
 * A text that a member of staff is writing. It stays in the tab until it is sent or staff signs out: a session may end
 * meanwhile, and signing in at the identity provider leaves the page. Only its writer sees it.
 */
export function useDraft(about: string) {
  const name = JSON.stringify([useContext(MeContext)?.id, about]);
  const [draft, setDraft] = useState<Draft>(() => drafts()[name] ?? emptyDraft());
  const set = (next: Draft): void => {
    setDraft(next);
    keep(name, next);
  };
  return {
    ...draft,
    setText: (text: string) => set({ ...draft, text }),
    /** This text is sent; what was typed meanwhile stays. */
    end: () => {
      const typed = drafts()[name]?.text;
      set({ ...emptyDraft(), ...(typed !== undefined && typed !== draft.text && { text: typed }) });
    },
  };
}

export const forgetDrafts = (): void => rememberInTab(NAME, null);

const emptyDraft = (): Draft => ({ text: '', repeatKey: newIdempotencyKey() });

const drafts = () => (parsedObject(rememberedInTab(NAME)) ?? {}) as Readonly<Record<string, Draft>>;

function keep(name: string, draft: Draft): void {
  const { [name]: _, ...others } = drafts();
  rememberInTab(NAME, JSON.stringify(draft.text === '' ? others : { ...others, [name]: draft }));
}
