import { Button, Icon } from '@space/ui';
import type { NamedOverride } from './showOverride.tsx';
import { dropWish } from './tabWish.ts';
import styles from './OverrideBanner.module.css';

interface OverrideBannerProps {
  override: NamedOverride;
}

/** Says on every page that a part of it is not the site's own, and undoes it with one press. */
export function OverrideBanner({ override: { title, origin } }: OverrideBannerProps) {
  function handleUndo() {
    dropWish();
    location.reload();
  }

  return (
    <section className={styles.banner} aria-label="Override">
      <Icon name="warning" size={20} />
      <p className={styles.text}>
        This tab takes {title} from <strong className={styles.origin}>{origin}</strong>
      </p>
      <Button className={styles.undo} onClick={handleUndo}>
        Use the released version
      </Button>
    </section>
  );
}
