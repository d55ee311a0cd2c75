export async function developAtSite(_words: readonly string[]): Promise<boolean> {
  return false;
}
