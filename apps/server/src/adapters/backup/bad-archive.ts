/** The file is not a backup, or cannot be trusted. The message continues "The archive cannot be restored:". */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}
