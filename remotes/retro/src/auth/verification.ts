import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * The email address that this visitor has to verify first (rule email-confirmation). It is stored outside the page, because
 * the visitor goes to the dashboard and its guard sends them back.
 */
const store = createStore<{ email: string | null }>()(() => ({ email: null }));

/** Sets the email address that has to be verified, or null if there is none. */
export function awaitVerification(email: string | null): void {
  store.setState({ email });
}

export function useAwaitedEmail(): string | null {
  return useStore(store, (state) => state.email);
}
