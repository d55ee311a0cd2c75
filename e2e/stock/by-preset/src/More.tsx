import styles from './More.module.css';

export const More = () => <p className={styles['more']}>More by preset</p>;
