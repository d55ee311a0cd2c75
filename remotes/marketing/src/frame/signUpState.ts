/** The router state of 'sign up' links: the sign-in page opens in that mode. */
export const SIGN_UP_STATE = { mode: 'sign-up' } as const;
