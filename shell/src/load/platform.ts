// The platform as one object, made here and not where the platform lies: only what loads remotes needs it.
export * from '@space/platform';
