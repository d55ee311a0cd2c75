import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { Brand, Icon, VisuallyHidden } from '@space/ui';
import { FooterColumn } from './FooterColumn.tsx';
import { SIGN_UP_STATE } from './signUpState.ts';
import styles from './SiteFooter.module.css';

/**
 * Links whose pages do not exist yet: they neither navigate nor scroll, and say so to a screen reader (rule
 * placeholder-links).
 */
const PLACEHOLDERS = ['Privacy Policy', 'Cookie Policy'];

export function SiteFooter() {
  return (
    <footer className={styles.footer} data-print="off">
      <div className={styles.inner}>
        <div className={styles.about}>
          <Brand />
          <p>A calm place for the week you have.</p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          <FooterColumn title="Better Space">
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
          </FooterColumn>
          <FooterColumn title="Company">
            <li>
              <Link to={PATHS.about}>About Us</Link>
            </li>
            <li>
              <Link to={PATHS.jobs}>Jobs</Link>
            </li>
          </FooterColumn>
          <FooterColumn title="Legal">
            <li>
              <Link to={PATHS.terms}>Terms of Service</Link>
            </li>
            {PLACEHOLDERS.map((name) => (
              <li key={name}>
                {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a link without a destination is what rule placeholder-links asks for */}
                <a role="link" aria-disabled="true">
                  {name}
                </a>
                {/* Not a description of the link: it cannot get the focus, so its description would not be read. */}
                <VisuallyHidden>{' (not available yet)'}</VisuallyHidden>
              </li>
            ))}
          </FooterColumn>
        </nav>
        <div className={styles.closing}>
          <p>Made in Singapore.</p>
          <Link to={PATHS.rocket} className={styles.rocket} aria-label="Rocket">
            <Icon name="rocket" />
          </Link>
        </div>
      </div>
    </footer>
  );
}
