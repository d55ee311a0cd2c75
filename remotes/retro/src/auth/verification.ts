import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * The address that has to be verified before this visitor can play (rule email-confirmation). It outlives the page, because
 * the visitor goes to the dashboard and its guard sends them back.
 */
const store = createStore<{ email: string | null }>()(() => ({ email: null }));

/** Takes the address whose verification is awaited, or null when it no longer is. */
export function awaitVerification(email: string | null): void {
  store.setState({ email });
}

export function useAwaitedEmail(): string | null {
  return useStore(store, (state) => state.email);
}
