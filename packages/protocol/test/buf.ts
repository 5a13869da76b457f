import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wrapper = `syntax = "proto3";
package check;
import "roomtone/v1/envelope.proto";
message Batch { repeated roomtone.v1.ServerMessage frames = 1; }
`;

/** Reads frames with `buf convert` and returns ProtoJSON. One run for all: the frames go in as one repeated field. */
export function convertWithBuf(frames: readonly Uint8Array[]): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-vectors-'));
  try {
    cpSync(fileURLToPath(new URL('../../../proto/', import.meta.url)), folder, { recursive: true });
    writeFileSync(join(folder, 'batch.proto'), wrapper);
    writeFileSync(join(folder, 'batch.bin'), Buffer.concat(frames.flatMap((frame) => [prefix(frame.length), frame])));
    const buf = join(dirname(createRequire(import.meta.url).resolve('@bufbuild/buf/package.json')), 'bin/buf');
    const args = ['convert', '.', '--type', 'check.Batch', '--from', 'batch.bin#format=binpb', '--to', '-#format=json'];
    const json = execFileSync(process.execPath, [buf, ...args], { cwd: folder, encoding: 'utf8' });
    return (JSON.parse(json) as { frames: unknown[] }).frames;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Field 1, length-delimited. */
function prefix(length: number): Uint8Array {
  const bytes = [0x0a];
  let rest = length;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}
