/** What a remote shows in one place of a document: a page of its own, or what it puts into a slot of another's page. */
export interface RemotePart {
  /** The remote's name. */
  owner: string;
  /** Of a page its path, '/retro'; of a slot its name, 'planner.aside', as no path begins. */
  key: string;
}

/** The slot of a part; nothing of a page. */
export const slotOf = ({ key }: Pick<RemotePart, 'key'>): { slot?: string } =>
  key.startsWith('/') ? {} : { slot: key };
