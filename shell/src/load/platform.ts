// The platform as one module object. Made here, the object is in the chunk that opens remotes and not in the first load.
export * from '@space/platform';
