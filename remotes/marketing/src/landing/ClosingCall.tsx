import { PATHS } from '@space/domain';
import { useSession } from '@space/platform';
import { ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/signUpState.ts';
import styles from './ClosingCall.module.css';
import { Section } from './Section.tsx';

/** The last call to action, for visitors without a session only. */
export function ClosingCall() {
  const isSignedIn = useSession((state) => state.user !== null);
  if (isSignedIn) return null;
  return (
    <Section title="Ready for a better week?" text="It takes an email address, a password, and one task.">
      <p className={styles.action}>
        <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary" size="l">
          Get Started Free
        </ButtonLink>
      </p>
    </Section>
  );
}
