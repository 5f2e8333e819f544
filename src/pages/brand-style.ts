type Rgb = readonly [red: number, green: number, blue: number];

/** The background with the least contrast in each theme: `--info-ground` in `tokens.css`. */
const LIGHT_GROUND: Rgb = [0xe9, 0xef, 0xfc];
const DARK_GROUND: Rgb = [0x1b, 0x27, 0x40];
const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [0x0b, 0x10, 0x1a];
/** WCAG 2.2 AA contrast for normal text. */
const ENOUGH = 4.5;

/** The merchant's colour for both themes, as a background and as a readable text colour. `color` is `#rrggbb`. */
export function brandStyle(color: string): string {
  const brand = parse(color);
  const onBrand = contrast(brand, WHITE) >= ENOUGH ? WHITE : contrast(brand, INK) >= ENOUGH ? INK : WHITE;
  // If neither text colour is readable on the brand colour, the background is darkened for white text.
  const ground = contrast(brand, onBrand) >= ENOUGH ? brand : readable(brand, WHITE, INK);
  const rule = (text: Rgb): string =>
    `:root{--brand:${write(ground)};--on-brand:${write(onBrand)};--brand-text:${write(text)}}`;
  const light = rule(readable(brand, LIGHT_GROUND, INK));
  const dark = rule(readable(brand, DARK_GROUND, WHITE));
  return `${light}\n@media (prefers-color-scheme: dark){${dark}}\n`;
}

/** Mixes `color` with `goal` only as far as it takes to be readable on `ground`. */
function readable(color: Rgb, ground: Rgb, goal: Rgb): Rgb {
  for (let step = 0; step <= 100; step++) {
    const mixed = mix(color, goal, step / 100);
    if (contrast(mixed, ground) >= ENOUGH) return mixed;
  }
  return goal;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (a: number, b: number): number => Math.round(a + (b - a) * share);
  return [part(from[0], to[0]), part(from[1], to[1]), part(from[2], to[2])];
}

function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(color: string): Rgb {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function write(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
