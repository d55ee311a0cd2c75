/** A part of a document that a remote renders: a page, or the content of a slot in another remote's page. */
export interface RemotePart {
  /** The remote's name. */
  owner: string;
  /** The path of a page, '/retro', or the name of a slot, 'planner.aside'. Only paths start with a slash. */
  key: string;
}

/** The slot of a part; an empty object for a page. */
export const slotOf = ({ key }: Pick<RemotePart, 'key'>): { slot?: string } =>
  key.startsWith('/') ? {} : { slot: key };
