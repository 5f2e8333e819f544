import type { ComponentChildren } from 'preact';

interface Props {
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'quiet' | 'plain';
  readonly wide?: boolean;
  /** Work is under way: it turns, and a second press does nothing. */
  readonly busy?: boolean;
  /** Cannot be pressed now; it stays reachable by keyboard, so that a screen reader can say why. */
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly describedBy?: string;
  readonly onPress?: () => void;
}

export function Button({
  children,
  kind = 'main',
  wide,
  busy,
  disabled,
  type = 'button',
  describedBy,
  onPress,
}: Props) {
  const isOff = busy === true || disabled === true;
  const press = (event: MouseEvent): void => {
    if (isOff) event.preventDefault();
    else onPress?.();
  };
  return (
    <button
      type={type}
      class={classes('button', kind !== 'main' && `button--${kind}`, wide && 'button--wide')}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={press}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Class names, those that are there. */
export function classes(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
