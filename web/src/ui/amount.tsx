import { useI18n } from '../i18n/i18n.js';

interface Props {
  /** Decimal text. */
  readonly value: string;
  /** Currency code or name of a crypto. */
  readonly unit: string;
  readonly of: 'fiat' | 'crypto';
  /** Exactly so many decimals of a crypto, rounded down; without it all digits. */
  readonly decimals?: number | undefined;
  readonly isAbout?: boolean;
}

/**
 * An amount with its unit. Lines break only between them: half a number or unit reads as another one. Each is isolated,
 * since text from right to left would tear `US$`.
 */
export function Amount({ value, unit, of, decimals, isAbout }: Props) {
  const { format } = useI18n();
  const parts = of === 'fiat' ? format.fiatParts(value, unit) : format.cryptoParts(value, unit, decimals);
  return (
    <span class="amount">
      {isAbout && '≈ '}
      {parts.map((part, index) => [index > 0 && ' ', <bdi key={part}>{part}</bdi>])}
    </span>
  );
}
