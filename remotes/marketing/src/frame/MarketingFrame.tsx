import type { ReactNode } from 'react';
import { PATHS } from '@space/domain';
import { Link, SignedIn, SignedOut, useLocation } from '@space/platform';
import { Brand, ButtonLink, Icon, VisuallyHidden } from '@space/ui';
import styles from './MarketingFrame.module.css';

/** The router state of 'sign up' links: the sign-in page opens in that mode. */
export const SIGN_UP_STATE = { mode: 'sign-up' } as const;

/**
 * Returns an element id derived from a text. Ids of `useId` depend on the tree above the page, which another team builds, so
 * they would differ between prerendering and hydration.
 */
export function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const SITE_PAGES = [
  { path: PATHS.about, name: 'About Us' },
  { path: PATHS.pricing, name: 'Pricing' },
] as const;

function SiteHeader() {
  const { pathname } = useLocation();
  return (
    <header className={styles.header} data-print="off">
      <Brand />
      <nav className={styles.pages} aria-label="Site">
        {SITE_PAGES.map(({ path, name }) => (
          <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <nav className={styles.actions} aria-label="Account">
        <SignedIn>
          <ButtonLink to={PATHS.dashboard} look="primary">
            My Calendar
          </ButtonLink>
        </SignedIn>
        <SignedOut>
          <ButtonLink to={PATHS.auth}>Sign In</ButtonLink>
          <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary">
            Sign Up
          </ButtonLink>
        </SignedOut>
      </nav>
    </header>
  );
}

/** The links of the footer, by column. Null: a page that does not exist yet. */
const FOOTER: Readonly<
  Record<string, readonly (readonly [name: string, to: string | null, state?: object])[]>
> = {
  'Better Space': [
    ['Home', PATHS.home],
    ['Pricing', PATHS.pricing],
    ['Sign Up', PATHS.auth, SIGN_UP_STATE],
    ['Sign In', PATHS.auth],
  ],
  Company: [
    ['About Us', PATHS.about],
    ['Jobs', PATHS.jobs],
  ],
  Legal: [
    ['Terms of Service', PATHS.terms],
    ['Privacy Policy', null],
    ['Cookie Policy', null],
  ],
};

/** A link without a page: it neither navigates nor scrolls, and says so to a screen reader. */
function PlaceholderLink({ name }: { name: string }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a link without a destination is what rule placeholder-links asks for */}
      <a role="link" aria-disabled="true">
        {name}
      </a>
      {/* Not a description of the link: it cannot get the focus, so its description would not be read. */}
      <VisuallyHidden>{' (not available yet)'}</VisuallyHidden>
    </>
  );
}

function SiteFooter() {
  return (
    <footer className={styles.footer} data-print="off">
      <div className={styles.inner}>
        <div className={styles.about}>
          <Brand />
          <p>A calm place for the week you have.</p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          {Object.entries(FOOTER).map(([title, links]) => (
            <div key={title}>
              <p id={`footer-${toId(title)}`} className={styles.title}>
                {title}
              </p>
              <ul aria-labelledby={`footer-${toId(title)}`}>
                {links.map(([name, to, state]) => (
                  <li key={name}>
                    {to === null ? (
                      <PlaceholderLink name={name} />
                    ) : (
                      <Link to={to} state={state}>
                        {name}
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
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

export function MarketingFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <SiteHeader />
      <main id="main" className={styles.main}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
