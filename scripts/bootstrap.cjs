// `node scripts/bootstrap.cjs <command> [arguments]`: the entry point behind every npm script.
//
// Chooses the Node to run on, installs the packages if they have changed, and then runs scripts/<command>.mjs on that
// Node. It needs no package itself. It is written in ES5 so that any Node can parse it and report that it is too old;
// hence the lint exceptions for the whole file below.
//
// The Node that runs this file is used if it is new enough. Otherwise one is fetched from the npm registry, on the
// platforms for which the registry has one: each has a folder in scripts/packaged-node with a lockfile, so that npm
// checks the program's hash. It is not a dependency of the project, because the install would fail on platforms
// without such a package, and everybody else would fetch 50 MB that they may not need.

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
var choice = require('./choose-node.cjs');

var COMMANDS = ['start', 'desktop', 'dev', 'test', 'build', 'check', 'docs', 'api-lint', 'api-report', 'package', 'release', 'exec'];
/** As in pnpm-workspace.yaml. */
var WORKSPACE = ['apps/*', 'packages/*', 'examples', 'bench', 'site'];
var FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Read now: the parent may have exited by the end of an install. */
var PARENT = process.ppid;

function main(args) {
  var root = path.join(__dirname, '..');
  var command = args[0];
  if (COMMANDS.indexOf(command) === -1) fail('Usage: node scripts/bootstrap.cjs ' + COMMANDS.join('|') + ' [arguments]');
  findNode(root, choice.oldestNodeFor(command), function (node) {
    installIfChanged(root, function () {
      handOver(root, node, command, args.slice(1));
    });
  });
}

/** Calls `done` with the path of the Node to run on. */
function findNode(root, oldest, done) {
  var packages = path.join(root, 'scripts', 'packaged-node');
  var chosen = choice.chooseNode(process, oldest, listOr(packages, []));
  if (chosen.use === 'none') fail(chosen.explanation);
  if (chosen.use === 'running') return done(process.execPath);
  fetchNode(path.join(packages, process.platform + '-' + process.arch), function (node) {
    var tried = childProcess.spawnSync(node, ['--version'], { encoding: 'utf8' });
    // The registry's Node needs glibc, and not a very old one.
    if (tried.status !== 0) fail(choice.howToGetNode(process, oldest));
    done(node);
  });
}

/** Installs the one package of that folder if it is missing. */
function fetchNode(folder, done) {
  var stampFile = path.join(folder, 'node_modules', '.roomtone-install');
  var lock = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  var name = Object.keys(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies)[0];
  var node = path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (readOr(stampFile, '') === lock && fs.existsSync(node)) return done(node);
  console.log('Fetching a newer Node into this folder, as this is Node ' + process.version + ' …');
  // The user's own npm settings might skip it or install it elsewhere.
  var options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-global', '--no-dry-run'];
  runInstaller('npm', ['ci'].concat(options), folder, function () {
    fs.writeFileSync(stampFile, lock);
    done(node);
  });
}

function installIfChanged(root, done) {
  var stampFile = path.join(root, 'node_modules', '.roomtone-install');
  var fingerprint = installFingerprint(root);
  if (readOr(stampFile, '') === fingerprint) {
    done();
    return;
  }
  install(root, function () {
    // The fingerprint from before: if a file was edited meanwhile, the next run installs again.
    fs.writeFileSync(stampFile, fingerprint);
    done();
  });
}

/** Changes whenever an install might have another result; the version of Node does not matter. */
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
  runInstaller('npx', ['-y', 'pnpm@' + version, 'install', '--frozen-lockfile'], root, done);
}

/** Runs npm or npx and shows its progress; ends this process with the reason if it fails. */
function runInstaller(program, args, folder, done) {
  var child = childProcess.spawn(program, args, {
    cwd: folder,
    env: installEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows they are .cmd files, which only a shell can start.
    shell: process.platform === 'win32'
  });
  var output = '';
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  child.on('error', function (error) {
    fail(error.code === 'ENOENT' ? npmMissing(program) : 'Could not run ' + program + ': ' + error.message);
  });
  child.on('close', function (code) {
    if (code !== 0) fail(installProblem(output, program, code));
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

/** The environment for npx and pnpm; the user's own settings win. */
function installEnvironment(env) {
  var result = {
    // Otherwise pnpm 12 expects itself in the lockfile and refuses a frozen install:
    // https://github.com/pnpm/pnpm/pull/14013
    pnpm_config_pm_on_fail: 'ignore',
    // Without a network both would wait more than a minute between their attempts.
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

/** The rest of pnpm's output, such as a hundred warnings per lost connection, is shown only if it fails. */
function isProgress(line) {
  return /^(Progress: |Downloading |Done in )/.test(line);
}

function installProblem(output, program, code) {
  var cause = networkFailure(output);
  if (cause) {
    return (
      'Roomtone needs the npm registry once, to install its packages, and cannot reach it:\n  ' + cause + '\n' +
      'Connect this machine to the network and run the same command again; later runs work without one. Behind a proxy, set\n' +
      'HTTPS_PROXY; for your own registry, put `registry=<address>` into ~/.npmrc.'
    );
  }
  return output.split('\n').slice(-60).join('\n') + '\nInstalling the packages failed (' + program + ' ended with ' + code + ').';
}

/** The line that shows that the network was missing, or null for any other failure. */
function networkFailure(output) {
  var signs =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|error sending request|dns error/;
  var lines = output.split('\n').filter(function (line) {
    return signs.test(line);
  });
  if (lines.length === 0) return null;
  // The line with the address is the most helpful.
  var withAddress = lines.filter(function (line) {
    return /https?:/.test(line);
  });
  return (withAddress[0] || lines[0]).trim();
}

function npmMissing(program) {
  return (
    'Roomtone installs its packages with ' + program + ', which was not found. It comes with npm, and npm with Node from\n' +
    'https://nodejs.org; on Debian and Ubuntu: `apt-get install npm`.'
  );
}

function handOver(root, node, command, args) {
  // The tools are scripts that use the first Node on the PATH.
  process.env.PATH = [path.join(root, 'node_modules', '.bin'), path.dirname(node), process.env.PATH].join(path.delimiter);
  var script = path.join(root, 'scripts', command + '.mjs');
  runInForeground(node, [script].concat(args), { cwd: root }, exitLike);
}

/**
 * Runs a program with this process's input and output and passes signals on to it. `done` gets its exit `code` or the
 * `signal` that ended it, and in `interruptedBy` the signal that this process received meanwhile.
 */
function runInForeground(program, args, options, done) {
  var result = { code: null, signal: null, interruptedBy: null };
  var child = childProcess.spawn(program, args, { cwd: options.cwd, env: options.env || process.env, stdio: 'inherit' });
  var handlers = {};
  FORWARDED_SIGNALS.forEach(function (signal) {
    handlers[signal] = function () {
      result.interruptedBy = signal;
      // A terminal sends Ctrl-C to every process of the group; passing it on would make two.
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
 * Calls `orphaned` when the parent process has exited. npm passes a SIGTERM on to the shell in which it runs scripts;
 * the shell exits and passes nothing on. Without this, `kill` of an `npm start` would leave the server running.
 */
function watchParent(orphaned) {
  var watch = setInterval(function () {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    orphaned();
  }, 250);
  return watch;
}

/** Ends this process in the same way. */
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
exports.installFingerprint = installFingerprint;
exports.networkFailure = networkFailure;
exports.runInForeground = runInForeground;
exports.exitLike = exitLike;

if (require.main === module) main(process.argv.slice(2));
