// Only for the shell: the linter forbids remotes to import it, and it is not shared
// with them. It uses the same modules as the shared entry, so each module has one instance.
export { loadBackend } from './backend.ts';
export { motion } from './motion.ts';
export { provideNavigation } from './pages.tsx';
export { onNotice, onReport, onSignOutQuestion, report } from './host.ts';
export { isOnline } from './online.ts';
export { atIdle, whenIdle } from './whenIdle.ts';
