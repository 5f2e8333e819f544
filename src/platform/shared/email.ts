export const canonicalEmail = (email: string): string => email.trim().toLowerCase();
