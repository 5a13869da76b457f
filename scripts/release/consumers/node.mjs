// `node node.mjs <address of a server>`
import { playTogether } from './band.ts';
import { offsetsThroughFrame } from './frames.ts';

console.log(JSON.stringify({ ...(await playTogether(process.argv[2], 'node')), offsets: offsetsThroughFrame() }));
