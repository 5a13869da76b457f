// `node node.mjs <address of a server>`
import { playInMemory, playOn } from './band.ts';
import { offsetsThroughFrame } from './frames.ts';

const evenings = [await playOn(process.argv[2], 'node'), await playInMemory()];
console.log(JSON.stringify({ evenings, offsets: offsetsThroughFrame() }));
