import type { SettingKind, Setting, SettingGroup } from './table/kinds.js';
import { OPERATIONS, REQUIRED } from './table/operations.js';
import { PROVIDER } from './table/provider.js';
import { RARELY } from './table/rarely.js';
import { SHOP } from './table/shop.js';

const TABLE = { ...REQUIRED, ...SHOP, ...PROVIDER, ...OPERATIONS, ...RARELY };
export const SETTINGS: { readonly [N in SettingName]: Setting & Pick<(typeof TABLE)[N], 'kind' | 'default'> } = TABLE;

export const SETTING_GROUPS: readonly { readonly title: string; readonly settings: SettingGroup }[] = [
  { title: 'To start', settings: REQUIRED },
  { title: 'Your shop', settings: SHOP },
  { title: 'Your provider', settings: PROVIDER },
  { title: 'Operations', settings: OPERATIONS },
  { title: 'Rarely', settings: RARELY },
];

export type SettingName = keyof typeof TABLE;
export type NameOf<K extends SettingKind['kind']> = {
  [N in SettingName]: (typeof TABLE)[N]['kind'] extends K ? N : never;
}[SettingName];

/** A setting whose value is a `T`: `T | null` where it has neither a default nor to be there. */
export type Given<N extends SettingName, T> = (typeof TABLE)[N] extends { readonly required: true }
  ? T
  : (typeof TABLE)[N]['default'] extends null
    ? T | null
    : T;

export type Choice<N extends NameOf<'choice'>> = (typeof TABLE)[N]['values'][number];

export type SettingVariable = SettingName | `${NameOf<'secret'>}_FILE`;

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(TABLE, name);
}

export function settingVariables(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, { kind }]) => (kind === 'secret' ? [name, `${name}_FILE`] : [name]));
}

/** `X needs Y: …`. */
export function needText(name: SettingName): string {
  const [needed = 'nothing', because = ''] = SETTINGS[name].needs ?? [];
  return `${name} needs ${needed}: ${because}`;
}
