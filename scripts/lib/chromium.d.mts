import type { Browser } from 'playwright-core';

export const HOW_TO_GET_CHROMIUM: string;
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;
export function launchChromium(executablePath?: string): Promise<Browser>;
