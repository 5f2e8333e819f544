/**
 * The contrast of two colours (`#rrggbb`), from 1 to 21, as WCAG 2.2 defines it. Written a second time, so that an
 * error in the tested code is not repeated here.
 */
export function wcagContrast(one: string, other: string): number {
  const [a, b] = [relativeLuminance(one), relativeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const AA_TEXT = 4.5;
export const AA_SHAPES = 3;

function relativeLuminance(color: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) throw new Error(`no colour: ${color}`);
  const linear = match.slice(1).map((hex) => {
    const srgb = parseInt(hex, 16) / 255;
    return srgb <= 0.04045 ? srgb / 12.92 : Math.pow((srgb + 0.055) / 1.055, 2.4);
  });
  return linear[0]! * 0.2126 + linear[1]! * 0.7152 + linear[2]! * 0.0722;
}
