import { rolldown } from 'rolldown'; import { gzipSync } from 'node:zlib'; import { writeFileSync } from 'node:fs';
writeFileSync('/work/wt/invite/apps/desktop/zz-entry.mjs', "export * from '@roomtone/sdk';");
const b = await rolldown({ input: '/work/wt/invite/apps/desktop/zz-entry.mjs', platform: 'browser' });
const { output } = await b.generate({ format: 'es', minify: true });
console.log(gzipSync(output.map(c => c.code).join(''), { level: 9 }).byteLength, 45*1024);
