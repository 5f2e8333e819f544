/** The browser tab's icon. */
export const TAB_ICON = icon('#1d4fd7', '<path d="M8 22 L16 10 L24 22 Z" fill="#fff"/>');

/** A round picture for a crypto: its first letter on a colour that follows from its name. */
export function cryptoIcon(name: string): string {
  const hue = (Buffer.from(name).reduce((sum, byte) => sum + byte, 0) * 47) % 360;
  const letter = `<text x="16" y="21.5" font-family="sans-serif" font-size="16" font-weight="700" text-anchor="middle" fill="#fff">${name.charAt(0)}</text>`;
  return icon(`hsl(${hue} 60% 38%)`, letter);
}

function icon(colour: string, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${colour}"/>${inside}</svg>`;
}
