import './qr.css';
import { useEffect, useState } from 'preact/hooks';
import type { Bitmap2D } from 'lean-qr';

interface Props {
  readonly text: string;
  /** What the code holds, for screen readers. */
  readonly label: string;
}

/** White modules around a code (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

/** A QR code; nothing if its program cannot be loaded. */
export function Qr({ text, label }: Props) {
  const [code, setCode] = useState<Bitmap2D | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let isOver = false;
    import('lean-qr')
      .then(({ generate }) => isOver || setCode(generate(text)))
      .catch(() => isOver || setCode('failed'));
    return () => {
      isOver = true;
    };
  }, [text]);
  if (code === 'failed') return null;
  if (code === 'loading') return <span class="qr" />;
  const side = code.size + 2 * QUIET;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}>
      <path d={pathOf(code)} />
    </svg>
  );
}

/** A square for each dark module. */
function pathOf(code: Bitmap2D): string {
  const numbers = Array.from({ length: code.size }, (_, n) => n);
  return numbers.flatMap((y) => numbers.map((x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
