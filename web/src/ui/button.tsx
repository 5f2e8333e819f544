import type { ComponentChildren } from 'preact';

interface Props {
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'quiet' | 'plain';
  readonly wide?: boolean;
  /** Shows a spinner and ignores presses. */
  readonly busy?: boolean;
  /** Ignores presses; stays focusable, so that a screen reader can say why. */
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

/** Joins the truthy class names. */
export function classes(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
