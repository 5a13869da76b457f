import { type UnzipFileInfo, unzipSync } from 'fflate';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { decodedText } from './decode-text.ts';
import { type Element, readXml } from './read-xml.ts';
import { SheetError } from './sheet.ts';

const signature = [0x50, 0x4b, 0x03, 0x04];
const flagsAt = 6;
const methods = { stored: 0, deflated: 8 } as const;
const containerName = 'META-INF/container.xml';

/** True for the first bytes of a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/**
 * The sheet inside a compressed MusicXML file (.mxl). Nothing grows beyond the size that the archive gives, which is checked
 * before it is unpacked.
 * @throws {SheetError}
 */
export function unpackSheet(bytes: Uint8Array): Uint8Array {
  // Encrypted.
  if (((bytes[flagsAt] ?? 0) & 1) !== 0) throw new SheetError('unsupported');
  const names = namesIn(bytes);
  const container = names.includes(containerName) ? unpack(bytes, containerName) : undefined;
  const name = rootFilesOf(container)
    .map((path) => fileAt(path, names))
    .find((found) => found !== undefined);
  const sheet = name ?? names.find(isSheet);
  if (sheet === undefined) throw new SheetError('damaged');
  return unpack(bytes, sheet);
}

function namesIn(bytes: Uint8Array): string[] {
  const names: string[] = [];
  visit(bytes, ({ name }) => {
    if (names.length >= sheetLimits.packedFiles) throw new SheetError('too-large');
    names.push(name);
    return false;
  });
  return names;
}

function unpack(bytes: Uint8Array, name: string): Uint8Array {
  let isTaken = false;
  const files = visit(bytes, (file) => {
    if (file.name !== name || isTaken) return false;
    isTaken = true;
    if (file.originalSize > sheetLimits.unpackedBytes) throw new SheetError('too-large');
    if (file.compression !== methods.stored && file.compression !== methods.deflated) {
      throw new SheetError('unsupported');
    }
    return true;
  });
  const content = files[name];
  if (content === undefined) throw new SheetError('damaged');
  return content;
}

function visit(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean) {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('damaged');
  }
}

/** The paths of a container's root files. Some list a PDF or pictures of the same sheet as well. */
function rootFilesOf(container: Uint8Array | undefined): string[] {
  if (container === undefined) return [];
  try {
    return elementsNamed('rootfile', readXml(decodedText(container)))
      .filter(({ attributes }) => !/pdf|image|audio/i.test(attributes.get('media-type') ?? ''))
      .flatMap(({ attributes }) => attributes.get('full-path') ?? []);
  } catch {
    return [];
  }
}

function elementsNamed(name: string, element: Element): Element[] {
  const own = element.name.replace(/^.*:/, '') === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => elementsNamed(name, child))];
}

/** Programs write paths as they are, percent-encoded, with backslashes, or from the root. */
function fileAt(path: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.replaceAll('\\', '/').replace(/^(\.?\/)+/, '');
  const wanted = [path, percentDecoded(path)].map(plain);
  const found =
    names.find((name) => wanted.includes(plain(name))) ??
    names.find((name) => wanted.some((each) => each.toLowerCase() === plain(name).toLowerCase()));
  return found !== undefined && !/\.(pdf|png|jpe?g|svg|mp3|ogg|midi?)$/i.test(found) ? found : undefined;
}

function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What macOS adds beside each file is no sheet. */
function isSheet(name: string): boolean {
  const [file = ''] = name.split('/').slice(-1);
  return /\.(musicxml|xml)$/i.test(file) && !file.startsWith('._') && !/^(META-INF|__MACOSX)\//i.test(name);
}
