/** For electron-builder: what the app needs of packages lies beside it already, and nothing is to be compiled. */
export async function beforeBuild() {
  return false;
}
