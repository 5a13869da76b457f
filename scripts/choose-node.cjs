// Which Node runs a command: the one that was started with, one that is brought, or none. The numbers are here and
// nowhere else; what people read and what the server checks by itself is held to them by choose-node.test.mjs.
//
// ES5, as bootstrap.cjs says why.

// biome-ignore-all lint/suspicious/noVar: ES5.
// biome-ignore-all lint/style/useTemplate: ES5.
// biome-ignore-all lint/complexity/useArrowFunction: ES5.
// biome-ignore-all format: the formatter's trailing commas in calls are not ES5.
'use strict';

/** The oldest minor of each line of Node that will do; every later line does. */
var OLDEST = {
  // The database binding is built for Node-API 10. On a Node without it (22.13, 23.5) it does not fail: it crashes the
  // process without a word.
  run: ['22.14', '23.6'],
  // Node itself runs the TypeScript of tests and benchmarks, without a flag since these.
  develop: ['22.18', '23.6']
};

/** The commands that somebody who only wants to play needs; their scripts import no TypeScript. */
var TO_RUN = ['start', 'desktop', 'build'];

/** What npm and pnpm can install with. */
var OLDEST_TO_INSTALL_WITH = 20;

function oldestNodeFor(command) {
  return TO_RUN.indexOf(command) === -1 ? OLDEST.develop : OLDEST.run;
}

/**
 * Says `{ use: 'running' }`, `{ use: 'packaged' }` or `{ use: 'none', explanation: … }`. `machine` has `platform`, `arch`
 * and `version`, as `process` has them; `packaged` lists the platforms that the registry has a Node for, as `linux-x64`.
 */
function chooseNode(machine, oldest, packaged) {
  if (isNewEnough(machine.version, oldest)) return { use: 'running' };
  var canInstall = numbers(machine.version)[0] >= OLDEST_TO_INSTALL_WITH;
  if (canInstall && packaged.indexOf(machine.platform + '-' + machine.arch) !== -1) return { use: 'packaged' };
  return { use: 'none', explanation: howToGetNode(machine, oldest) };
}

function isNewEnough(version, oldest) {
  var running = numbers(version);
  var line = oldest.map(numbers).filter(function (candidate) {
    return candidate[0] === running[0];
  })[0];
  if (line) return running[1] >= line[1];
  return running[0] > numbers(oldest[oldest.length - 1])[0];
}

function howToGetNode(machine, oldest) {
  var installers = {
    darwin: '`brew install node`, or nvm: `nvm install 24`',
    win32: '`winget install OpenJS.NodeJS.LTS`'
  };
  return (
    'Roomtone needs ' + nodeInWords(oldest) + ' for this command; this is Node ' + machine.version + '.\n' +
    'Get one from https://nodejs.org or with ' + (installers[machine.platform] || 'nvm: `nvm install 24`') +
    ', then run the same command again.'
  );
}

/** `Node 22.14, 23.6 or newer`. */
function nodeInWords(oldest) {
  return 'Node ' + oldest.join(', ') + ' or newer';
}

/** As `engines` in a package.json has it: `^22.14.0 || >=23.6.0`. */
function nodeRange(oldest) {
  return oldest
    .map(function (version, index) {
      return (index === oldest.length - 1 ? '>=' : '^') + version + '.0';
    })
    .join(' || ');
}

function numbers(version) {
  return /^v?(\d+)\.(\d+)/.exec(version).slice(1).map(Number);
}

exports.OLDEST = OLDEST;
exports.TO_RUN = TO_RUN;
exports.oldestNodeFor = oldestNodeFor;
exports.chooseNode = chooseNode;
exports.howToGetNode = howToGetNode;
exports.nodeInWords = nodeInWords;
exports.nodeRange = nodeRange;
