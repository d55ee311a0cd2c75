import { useId } from 'react';
import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { Icon } from '@space/ui';
import { SIGN_UP_STATE } from './signUpState.ts';
import styles from './SiteFooter.module.css';

/** Links whose pages do not exist yet: they neither navigate nor scroll, and say so (D-28). */
const PLACEHOLDERS = ['Privacy Policy', 'Cookie Policy'];

export function SiteFooter() {
  const noteId = useId();
  return (
    <footer className={styles.footer}>
      <nav className={styles.links} aria-label="Footer">
        <ul>
          <li>
            <Link to={PATHS.home}>Home</Link>
          </li>
          <li>
            <Link to={PATHS.pricing}>Pricing</Link>
          </li>
          <li>
            <Link to={PATHS.auth} state={SIGN_UP_STATE}>
              Sign Up
            </Link>
          </li>
          <li>
            <Link to={PATHS.auth}>Sign In</Link>
          </li>
        </ul>
        <ul>
          <li>
            <Link to={PATHS.about}>About Us</Link>
          </li>
          <li>
            <Link to={PATHS.jobs}>Jobs</Link>
          </li>
        </ul>
        <ul>
          <li>
            <Link to={PATHS.terms}>Terms of Service</Link>
          </li>
          {PLACEHOLDERS.map((name) => (
            <li key={name}>
              {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a link without a destination is what D-28 asks for */}
              <a role="link" aria-disabled="true" aria-describedby={noteId}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p id={noteId} hidden>
        This page is not available yet.
      </p>
      <div className={styles.closing}>
        <p>Better Space, made in Singapore.</p>
        <Link to={PATHS.rocket} className={styles.rocket} aria-label="Rocket">
          <Icon name="rocket" />
        </Link>
      </div>
    </footer>
  );
}
