// The platform as one module object. It is not in the platform's package: only the loader of remotes needs it.
export * from '@space/platform';
