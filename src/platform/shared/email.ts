/** The form in which e-mail addresses are compared. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();
