/** Handed to the sign-in page by links that mean 'sign up', so that it opens in that mode. */
export const SIGN_UP_STATE = { mode: 'sign-up' } as const;
