/** Another process serves the database (S1.9). */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}
