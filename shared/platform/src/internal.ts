// For the hosts of remotes alone (the shell, shared/standalone): the linter keeps it from remotes, and none of it is shared
// with them. It reaches the same modules as the shared entry, so there is one instance of each.
export { loadBackend } from './backend.ts';
export { motion } from './motion.ts';
export { provideNavigation } from './navigation.ts';
export { onNotice } from './notify.ts';
export { showTitle } from './pageTitle.ts';
export { onSignOutQuestion } from './signOutQuestion.ts';
export { onReport, report } from './report.ts';
export { isOnline } from './online.ts';
export { provideSlots } from './slots.ts';
export { atIdle, whenIdle } from './whenIdle.ts';
