// The chunk that `onCall` loads.
export { controlsInView } from '../place/controlsInView.ts';
export { overlaps } from '../place/freePlace.ts';
export { keepClear } from '../place/keepClear.ts';
export { whenControlsMove } from '../place/whenControlsMove.ts';
export { SignOutDialog } from './SignOutDialog.tsx';
