import type { ComponentChildren, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';
import { Sign } from './signs.js';

/** Attributes that connect an input with its label, hint and error. */
interface FieldParts {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface Props {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error?: ComponentChildren;
  readonly children: (parts: FieldParts) => ComponentChildren;
}

export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== false;
  const hasHint = hint !== undefined && hint !== null && hint !== false;
  const described = [hasError && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': hasError || undefined })}
      {hasHint && (
        <p class="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div role="status">{hasError && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
    </div>
  );
}

export function FieldError({ children, ...attributes }: ComponentProps<'p'>) {
  return (
    <p class="field__error" {...attributes}>
      <Sign name="warn" />
      <span>{children}</span>
    </p>
  );
}
