import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { Icon } from '../icon/Icon.tsx';
import styles from './Brand.module.css';

/** The name of the product, as a link to the home page. */
export function Brand() {
  return (
    <Link to={PATHS.home} className={styles.brand}>
      <Icon name="planet" size={24} />
      Better Space
    </Link>
  );
}
