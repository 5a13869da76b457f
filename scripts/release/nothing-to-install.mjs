/** For electron-builder: the packages that the app needs are already in place, and nothing has to be compiled. */
export async function beforeBuild() {
  return false;
}
