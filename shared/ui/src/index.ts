export { Button } from './button/Button.tsx';
export { ButtonLink } from './button/ButtonLink.tsx';
export { TextField } from './field/TextField.tsx';
export { Icon } from './icon/Icon.tsx';
export type { IconName } from './icon/iconPaths.ts';
export { Skeleton } from './skeleton/Skeleton.tsx';
