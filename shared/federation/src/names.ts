const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/**
 * Whether a text can be the name of a remote: a lower-case word, also a folder and part of an address. Names that every
 * object has are refused, because code of others uses names as keys of plain objects; of these only `constructor` is in
 * lower case.
 */
export const isRemoteName = (text: string): boolean => NAME.test(text) && !(text in {});

/** Copies an object that is a map with keys from outside: in the copy, `constructor` and the like are not found. */
export const withoutPrototype = <Value>(map: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, map);
