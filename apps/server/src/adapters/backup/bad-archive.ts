/** A file is not a backup, or not one that can be trusted. The message completes "The archive cannot be restored:". */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}
