// Chooses the Node for a command: the one that is running, the packaged one, or none. The version numbers are written
// only here; choose-node.test.mjs checks that the docs and the server agree with them.
//
// ES5, for the reason given in bootstrap.cjs.

// biome-ignore-all lint/suspicious/noVar: ES5.
// biome-ignore-all lint/style/useTemplate: ES5.
// biome-ignore-all lint/complexity/useArrowFunction: ES5.
// biome-ignore-all format: the formatter's trailing commas in calls are not ES5.
'use strict';

/** The oldest supported minor version of each line of Node; every later line is supported. */
var OLDEST = {
  // The database binding is built for Node-API 10. On a Node without it (22.13, 23.5) it does not throw: it crashes
  // the process without a message.
  run: ['22.14', '23.6'],
  // Node itself runs the TypeScript of tests and benchmarks, without a flag since these versions.
  develop: ['22.18', '23.6']
};

/** The commands needed just to play; their scripts import no TypeScript. */
var TO_RUN = ['start', 'desktop', 'build'];

/** The oldest Node with which npm and pnpm can install. */
var OLDEST_TO_INSTALL_WITH = 20;

function oldestNodeFor(command) {
  return TO_RUN.indexOf(command) === -1 ? OLDEST.develop : OLDEST.run;
}

/**
 * Returns `{ use: 'running' }`, `{ use: 'packaged' }` or `{ use: 'none', explanation: … }`. `machine` has `platform`,
 * `arch` and `version` like `process`; `packaged` lists the platforms for which the registry has a Node, such as
 * `linux-x64`.
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

/** In the form of `engines` in a package.json: `^22.14.0 || >=23.6.0`. */
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
