type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [0x0b, 0x10, 0x1a];
/** WCAG 2.2 AA contrast for normal text. */
const ENOUGH = 4.5;

interface Theme {
  readonly surface: Rgb;
  /** The background with the least contrast that the theme has without the brand. */
  readonly ground: Rgb;
  /** The text with the least contrast: `--soft`. */
  readonly soft: Rgb;
  /** Text gets closer to this colour until it is readable. */
  readonly goal: Rgb;
  /** The share of the brand's colour in its tint. */
  readonly share: number;
}

/** The colours of `tokens.css`. */
const LIGHT: Theme = {
  surface: WHITE,
  ground: [0xf1, 0xf4, 0xf9],
  soft: [0x52, 0x5d, 0x70],
  goal: INK,
  share: 0.1,
};
const DARK: Theme = {
  surface: [0x16, 0x1c, 0x27],
  ground: [0x1f, 0x26, 0x33],
  soft: [0xa9, 0xb4, 0xc6],
  goal: WHITE,
  share: 0.16,
};

/**
 * The merchant's colour for both themes: as a background, as a readable text colour, and as a tint behind text.
 * `color` is `#rrggbb`.
 */
export function brandStyle(color: string): string {
  const brand = parse(color);
  const onBrand = contrast(brand, WHITE) >= ENOUGH ? WHITE : contrast(brand, INK) >= ENOUGH ? INK : WHITE;
  // If neither text colour is readable on the brand colour, the background is darkened for white text.
  const ground = contrast(brand, onBrand) >= ENOUGH ? brand : readable(brand, WHITE, INK);
  const rule = (theme: Theme): string => {
    const tint = tintOf(brand, theme);
    const text = readable(readable(brand, theme.ground, theme.goal), tint, theme.goal);
    const colors = { brand: ground, 'on-brand': onBrand, 'brand-text': text, 'info-ground': tint };
    return `:root{${Object.entries(colors)
      .map(([name, value]) => `--${name}:${write(value)}`)
      .join(';')}}`;
  };
  return `${rule(LIGHT)}\n@media screen and (prefers-color-scheme: dark){${rule(DARK)}}\n`;
}

/** Mixes `color` with `goal` only as far as it takes to be readable on `ground`. */
function readable(color: Rgb, ground: Rgb, goal: Rgb): Rgb {
  for (let step = 0; step <= 100; step++) {
    const mixed = mix(color, goal, step / 100);
    if (contrast(mixed, ground) >= ENOUGH) return mixed;
  }
  return goal;
}

/** The surface with some of the brand's colour, no more than leaves the soft text readable. */
function tintOf(brand: Rgb, { surface, soft, share }: Theme): Rgb {
  const most = Math.round(share * 100);
  for (let step = most; step > 0; step--) {
    const mixed = mix(surface, brand, step / 100);
    if (contrast(soft, mixed) >= ENOUGH) return mixed;
  }
  return surface;
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
