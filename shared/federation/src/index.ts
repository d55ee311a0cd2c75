export * from './contract.ts';
export * from './event.ts';
export * from './gate.ts';
export * from './pages.ts';
export * from './registry.ts';
