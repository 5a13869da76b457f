// `node scripts/bootstrap.cjs start|desktop|test|build|check|api-lint|package [arguments]`: the one way in, behind every npm script.
//
// It installs the packages when they changed, then hands over to scripts/<command>.mjs on the Node that the packages
// bring along. It needs no package itself. It is written in ES5 so that a Node of any age can read it and say clearly
// that it is too old; hence the exceptions for the whole file below.

// biome-ignore-all lint/style/useNodejsImportProtocol: old Nodes do not know `node:`.
// biome-ignore-all lint/suspicious/noVar: ES5.
// biome-ignore-all lint/style/useConst: ES5.
// biome-ignore-all lint/style/useTemplate: ES5.
// biome-ignore-all lint/complexity/useArrowFunction: ES5.
// biome-ignore-all lint/complexity/useOptionalChain: ES5.
// biome-ignore-all format: the formatter's trailing commas in calls are not ES5.
'use strict';

var childProcess = require('child_process');
var crypto = require('crypto');
var fs = require('fs');
var path = require('path');

var COMMANDS = ['start', 'desktop', 'test', 'build', 'check', 'api-lint', 'package'];
var OLDEST_NODE = 20;
/** As in pnpm-workspace.yaml. */
var WORKSPACE = ['apps/*', 'packages/*', 'examples', 'bench'];
var FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Read at once: it may be gone by the end of an install. */
var PARENT = process.ppid;

function main(args) {
  var root = path.join(__dirname, '..');
  var command = args[0];
  if (COMMANDS.indexOf(command) === -1) fail('Usage: node scripts/bootstrap.cjs ' + COMMANDS.join('|') + ' [arguments]');
  var problem = nodeProblem(process.version);
  if (problem) fail(problem);
  installIfChanged(root, function () {
    handOver(root, command, args.slice(1));
  });
}

/** What to tell the user of a Node that is too old; null for one that will do. */
function nodeProblem(version) {
  var major = Number(/^v?(\d+)/.exec(version)[1]);
  if (major >= OLDEST_NODE) return null;
  return (
    'Roomtone needs Node ' + OLDEST_NODE + ' or newer; this is Node ' + version + '.\n' +
    'Install a newer one from https://nodejs.org (or with nvm: `nvm install --lts`), then run the same command again.'
  );
}

function installIfChanged(root, done) {
  var stampFile = path.join(root, 'node_modules', '.roomtone-install');
  var fingerprint = installFingerprint(root);
  if (readOr(stampFile, '') === fingerprint && fs.existsSync(packagedNode(root))) {
    done();
    return;
  }
  install(root, function () {
    // The fingerprint from before: a file edited meanwhile makes the next run install again.
    fs.writeFileSync(stampFile, fingerprint);
    if (!fs.existsSync(packagedNode(root))) fail(packagedNodeMissing());
    done();
  });
}

/**
 * Changes whenever an install might give something else. The version of the Node that runs this is left out on
 * purpose: npm puts node_modules/.bin first on the PATH, so from the second run on it is the packaged one.
 */
function installFingerprint(root) {
  var hash = crypto.createHash('sha256');
  hash.update(process.platform + ' ' + process.arch + '\n');
  manifestFiles(root).forEach(function (file) {
    hash.update(file + '\n' + readOr(path.join(root, file), '') + '\n');
  });
  return hash.digest('hex');
}

function manifestFiles(root) {
  var files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  WORKSPACE.forEach(function (pattern) {
    var folder = pattern.replace('/*', '');
    if (folder === pattern) files.push(folder + '/package.json');
    else listOr(path.join(root, folder), []).forEach(function (name) {
      files.push(folder + '/' + name + '/package.json');
    });
  });
  return files;
}

function install(root, done) {
  var version = /^pnpm@([^+]+)/.exec(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).packageManager)[1];
  var first = !fs.existsSync(path.join(root, 'node_modules'));
  console.log('Installing the packages with pnpm ' + version + (first ? ' (the first time takes a minute or two)' : '') + ' …');
  var child = childProcess.spawn('npx', ['-y', 'pnpm@' + version, 'install', '--frozen-lockfile'], {
    cwd: root,
    env: installEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // npx is a .cmd file there, which only a shell can start.
    shell: process.platform === 'win32'
  });
  var output = '';
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  child.on('error', function (error) {
    fail(error.code === 'ENOENT' ? npxMissing() : 'Could not run npx: ' + error.message);
  });
  child.on('close', function (code) {
    if (code !== 0) fail(installProblem(output, code));
    done();
  });

  var line = '';
  function take(chunk) {
    output += chunk;
    var lines = (line + chunk).split(/\r?\n/);
    line = lines.pop();
    lines.filter(isProgress).forEach(function (text) {
      console.log('  ' + text);
    });
  }
}

/** The environment of npx and pnpm; what the user has set stays. */
function installEnvironment(env) {
  var result = {
    // Without it pnpm 12 wants itself in the lockfile and refuses a frozen install: https://github.com/pnpm/pnpm/pull/14013
    pnpm_config_pm_on_fail: 'ignore',
    // Without a network both would wait more than a minute between their tries.
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
    pnpm_config_fetch_retry_mintimeout: '1000',
    pnpm_config_fetch_retry_maxtimeout: '5000'
  };
  Object.keys(env).forEach(function (name) {
    result[name] = env[name];
  });
  return result;
}

/** The rest of what pnpm prints, such as a hundred warnings a lost connection, is shown only when it fails. */
function isProgress(line) {
  return /^(Progress: |Downloading |Done in )/.test(line);
}

function installProblem(output, code) {
  var cause = networkFailure(output);
  if (cause) {
    return (
      'Roomtone needs the npm registry once, to install its packages, and cannot reach it:\n  ' + cause + '\n' +
      'Connect this machine to the network and run the same command again; later runs need none. Behind a proxy set\n' +
      'HTTPS_PROXY; for a registry of your own put `registry=<address>` into ~/.npmrc.'
    );
  }
  return output.split('\n').slice(-60).join('\n') + '\nInstalling the packages failed (pnpm ended with ' + code + ').';
}

/** The line that says that the network was not there, or null when the failure is another one. */
function networkFailure(output) {
  var signs =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|error sending request|dns error/;
  var lines = output.split('\n').filter(function (line) {
    return signs.test(line);
  });
  if (lines.length === 0) return null;
  // The line with the address says most.
  var withAddress = lines.filter(function (line) {
    return /https?:/.test(line);
  });
  return (withAddress[0] || lines[0]).trim();
}

function npxMissing() {
  return (
    'Roomtone installs its packages with npx, which was not found. It comes with npm, and npm with Node from\n' +
    'https://nodejs.org; on Debian and Ubuntu: `apt-get install npm`.'
  );
}

function packagedNode(root) {
  return path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function packagedNodeMissing() {
  return (
    'The npm package `node`, which brings the Node that Roomtone runs on, left no binary for ' +
    process.platform + ' ' + process.arch + '.\n' +
    'It is put in place by an install script: if your npm configuration says `ignore-scripts=true`, allow scripts for\n' +
    'this folder, delete node_modules and run the same command again.'
  );
}

function handOver(root, command, args) {
  process.env.PATH = path.join(root, 'node_modules', '.bin') + path.delimiter + process.env.PATH;
  var script = path.join(root, 'scripts', command + '.mjs');
  runInForeground(packagedNode(root), [script].concat(args), { cwd: root }, exitLike);
}

/**
 * Runs a program on our own input and output and passes signals on to it. `done` gets its exit `code` or the `signal`
 * that ended it, and as `interruptedBy` the signal that we got meanwhile.
 */
function runInForeground(program, args, options, done) {
  var result = { code: null, signal: null, interruptedBy: null };
  var child = childProcess.spawn(program, args, { cwd: options.cwd, env: options.env || process.env, stdio: 'inherit' });
  var handlers = {};
  FORWARDED_SIGNALS.forEach(function (signal) {
    handlers[signal] = function () {
      result.interruptedBy = signal;
      // A terminal sends Ctrl-C to every process at once; a second one would read as impatience.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    process.on(signal, handlers[signal]);
  });
  var watch = process.env.npm_lifecycle_event ? watchParent(handlers.SIGTERM) : null;
  child.on('error', function (error) {
    fail('Could not run ' + program + ': ' + error.message);
  });
  child.on('close', function (code, signal) {
    clearInterval(watch);
    FORWARDED_SIGNALS.forEach(function (name) {
      process.removeListener(name, handlers[name]);
    });
    result.code = code;
    result.signal = signal;
    done(result);
  });
}

/**
 * Calls `orphaned` when the parent has gone. npm passes a SIGTERM on to the shell that it runs its scripts in, which
 * dies of it and passes nothing on; without this, `kill` of an `npm start` would leave the server running.
 */
function watchParent(orphaned) {
  var watch = setInterval(function () {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    orphaned();
  }, 250);
  return watch;
}

/** Ends this process the way that one ended. */
function exitLike(result) {
  if (result.signal) process.kill(process.pid, result.signal);
  else process.exit(result.code);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function readOr(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (_) {
    return otherwise;
  }
}

function listOr(folder, otherwise) {
  try {
    return fs.readdirSync(folder).sort();
  } catch (_) {
    return otherwise;
  }
}

exports.WORKSPACE = WORKSPACE;
exports.nodeProblem = nodeProblem;
exports.installFingerprint = installFingerprint;
exports.networkFailure = networkFailure;
exports.runInForeground = runInForeground;
exports.exitLike = exitLike;

if (require.main === module) main(process.argv.slice(2));
