/** Another process uses the data directory (S1.9). */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}
