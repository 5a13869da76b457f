// What a native file needs of the system that loads it, read from its headers: the DLLs of one for Windows, the oldest macOS, the
// newest GLIBC.

/**
 * @param {Buffer} file
 * @returns {{ format: 'pe' | 'mach-o' | 'elf', needs: string[] }} DLLs in lower case for Windows; one macOS version; versions such
 *   as `GLIBC_2.17` for Linux
 * @throws {Error} if it is none of them
 */
export function binaryNeeds(file) {
  if (file.readUInt16LE(0) === 0x5a4d) return { format: 'pe', needs: importsOf(file) };
  if (file.readUInt32LE(0) === 0xfeedfacf) return { format: 'mach-o', needs: [minimumMacOs(file)] };
  if (file.readUInt32BE(0) === 0x7f454c46) return { format: 'elf', needs: versionNeeds(file) };
  throw new Error('This is no native file for Windows, macOS or Linux.');
}

/** From the tables of imports and of delayed imports. */
function importsOf(file) {
  const header = file.readUInt32LE(0x3c);
  const optional = header + 24;
  const sections = Array.from({ length: file.readUInt16LE(header + 6) }, (_, index) => {
    const at = optional + file.readUInt16LE(header + 20) + index * 40;
    return { size: file.readUInt32LE(at + 8), start: file.readUInt32LE(at + 12), from: file.readUInt32LE(at + 20) };
  });
  const offsetOf = (address) => {
    const found = sections.find(({ start, size }) => address >= start && address < start + size);
    return address - found.start + found.from;
  };
  const is64Bit = file.readUInt16LE(optional) === 0x20b;
  const tables = optional + (is64Bit ? 112 : 96);
  const names = (index, entryBytes, nameAt) => {
    const address = file.readUInt32LE(tables + index * 8);
    if (address === 0) return [];
    const found = [];
    for (let at = offsetOf(address); file.readUInt32LE(at + nameAt) !== 0; at += entryBytes) {
      found.push(textAt(file, offsetOf(file.readUInt32LE(at + nameAt))).toLowerCase());
    }
    return found;
  };
  return [...names(1, 20, 12), ...names(13, 32, 4)];
}

/** From the load command LC_BUILD_VERSION, or the older LC_VERSION_MIN_MACOSX. */
function minimumMacOs(file) {
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left -= 1) {
    const command = file.readUInt32LE(at);
    const version = { 50: 12, 36: 8 }[command];
    if (version !== undefined) return `${file.readUInt16LE(at + version + 2)}.${file.readUInt8(at + version + 1)}`;
    at += file.readUInt32LE(at + 4);
  }
  throw new Error('It names no macOS.');
}

/** From the section of needed versions. */
function versionNeeds(file) {
  const sections = Number(file.readBigUInt64LE(0x28));
  const sectionAt = (index) => {
    const at = sections + index * file.readUInt16LE(0x3a);
    return { type: file.readUInt32LE(at + 4), offset: Number(file.readBigUInt64LE(at + 24)), at };
  };
  const all = Array.from({ length: file.readUInt16LE(0x3c) }, (_, index) => sectionAt(index));
  const needed = all.find(({ type }) => type === 0x6ffffffe);
  if (needed === undefined) return [];
  const names = sectionAt(file.readUInt32LE(needed.at + 40)).offset;
  const found = [];
  let library = needed.offset;
  for (let libraries = file.readUInt32LE(needed.at + 44); libraries > 0; libraries -= 1) {
    let version = library + file.readUInt32LE(library + 8);
    for (let versions = file.readUInt16LE(library + 2); versions > 0; versions -= 1) {
      found.push(textAt(file, names + file.readUInt32LE(version + 8)));
      version += file.readUInt32LE(version + 12);
    }
    library += file.readUInt32LE(library + 12);
  }
  return found;
}

function textAt(file, at) {
  return file.toString('latin1', at, file.indexOf(0, at));
}
