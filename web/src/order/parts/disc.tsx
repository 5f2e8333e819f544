import { Sign } from '../../ui/signs.js';
import type { SignName } from '../../ui/signs.js';
import type { Mood } from '../story/story.js';

const SIGNS: Readonly<Record<Mood, SignName>> = {
  wait: 'clock',
  act: 'clock',
  good: 'check',
  stop: 'close',
  returned: 'back',
  check: 'search',
};

export function Disc({ mood, sign = SIGNS[mood] }: { readonly mood: Mood; readonly sign?: SignName }) {
  return (
    <span class={`disc disc--${mood}`} aria-hidden="true">
      <Sign name={sign} />
    </span>
  );
}
