import { SignedIn, SignedOut, useSession } from '@space/platform';
import { Badge, Brand, Card } from '@space/ui';
import styles from './SamplePage.module.css';

/** The first page of this part of the site. */
export function SamplePage() {
  const email = useSession((state) => state.user?.email ?? null);
  return (
    <>
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="main" className={styles.main}>
        <h1 className={styles.title}>Sample</h1>
        <Card
          title="Where to go on"
          headingId="where-to-go-on"
          text="A new part of Better Space, made and released by one team."
        >
          <ul className={styles.list}>
            <li>Change these words: the page follows when you save.</li>
            <li>Add a page: one more entry in the list of pages and in the declaration.</li>
            <li>Release it: the rest of the site is neither built nor stopped.</li>
          </ul>
        </Card>
        <div>
          <SignedOut>
            <Badge icon="info">Nobody is signed in</Badge>
          </SignedOut>
          <SignedIn>
            <Badge icon="info">Signed in as {email}</Badge>
          </SignedIn>
        </div>
      </main>
    </>
  );
}
