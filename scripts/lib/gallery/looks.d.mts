export interface Look {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'ar';
}

export const PHONE: Look['viewport'];
export const DESKTOP: Look['viewport'];
export const LOOKS: readonly Look[];
