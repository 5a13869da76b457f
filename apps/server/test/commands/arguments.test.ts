import { expect, test } from 'vitest';
import { readCommand, UsageError } from '../../src/commands/arguments.ts';
import { help } from '../../src/commands/help.ts';

test.each([
  ['', { kind: 'serve' }],
  ['--lan', { kind: 'serve', lan: true }],
  ['--internet', { kind: 'serve', internet: true }],
  ['--new-database', { kind: 'serve', newDatabase: true }],
  ['--lan --new-database', { kind: 'serve', lan: true, newDatabase: true }],
  ['--help', { kind: 'help' }],
  ['-h backup', { kind: 'help' }],
  ['--version', { kind: 'version' }],
  ['user grant ada admin', { kind: 'user grant', username: 'ada', role: 'admin' }],
  ['user revoke ada pro', { kind: 'user revoke', username: 'ada', role: 'pro' }],
  ['user add ada', { kind: 'user add', username: 'ada' }],
  ['user add ada --display-name=Ada', { kind: 'user add', username: 'ada', displayName: 'Ada' }],
  ['user password ada', { kind: 'user password', username: 'ada' }],
  ['user delete ada', { kind: 'user delete', username: 'ada' }],
  ['invitation add', { kind: 'invitation add' }],
  ['invitation add 3', { kind: 'invitation add', people: 3 }],
  ['invitation add 100 30', { kind: 'invitation add', people: 100, days: 30 }],
  ['invitation list', { kind: 'invitation list' }],
  ['invitation revoke 1a2b', { kind: 'invitation revoke', id: '1a2b' }],
  ['backup b.tar.gz', { kind: 'backup', file: 'b.tar.gz' }],
  ['restore b.tar.gz', { kind: 'restore', file: 'b.tar.gz' }],
  ['migrate', { kind: 'migrate' }],
  ['user reset-second-factor ada', { kind: 'user reset-second-factor', username: 'ada' }],
  ['keys rotate', { kind: 'keys rotate', compromised: false }],
  ['keys rotate --compromised', { kind: 'keys rotate', compromised: true }],
])('S4.1: "main.js %s" is understood', (line, command) => {
  expect(readCommand(line.split(' ').filter((word) => word !== ''))).toEqual(command);
});

test.each([
  ['dance', /Unknown command "dance"/],
  ['--loud', /--loud/],
  ['backup b.tar.gz --lan', /"--lan" is for running the server/],
  ['backup b.tar.gz --internet', /"--internet" is for running the server/],
  ['migrate --new-database', /"--new-database" is for running the server/],
  ['user', /grant, revoke, add, password, reset-second-factor or delete/],
  ['user kick ada', /grant, revoke, add, password, reset-second-factor or delete/],
  ['user add', /Use: user add <username>/],
  ['user add ada secret', /Use: user add <username>/],
  ['user grant ada', /Use: user grant <username> <role>/],
  ['user grant ada boss', /pro, moderator, admin/],
  ['user revoke ada member', /pro, moderator, admin/],
  ['invitation', /add, list or revoke/],
  ['invitation add 0', /<people> must be a number from 1 to 100/],
  ['invitation add 101', /<people> must be a number from 1 to 100/],
  ['invitation add 5 31', /<days> must be a number from 1 to 30/],
  ['invitation add 1 1 1', /Use: invitation add/],
  ['invitation list all', /takes no arguments/],
  ['invitation revoke', /Use: invitation revoke <id>/],
  ['backup', /Use: backup <file>/],
  ['restore a b', /Use: restore <file>/],
  ['migrate now', /takes no arguments/],
  ['keys', /rotate/],
  ['keys rotate all', /takes no arguments/],
  ['migrate --compromised', /keys rotate only/],
  ['bot list ada --display-name=Ada', /user add and bot add only/],
])('S4.3: "main.js %s" is refused, saying what is wrong', (line, problem) => {
  const read = () => readCommand(line.split(' '));
  expect(read).toThrow(UsageError);
  expect(read).toThrow(problem);
});

test('S4.2: --help names every command', () => {
  const commands = [
    'user grant',
    'user revoke',
    'user add',
    'user password',
    'user delete',
    'backup',
    'restore',
    'invitation add',
  ];
  for (const command of [...commands, 'migrate', 'keys rotate']) expect(help).toContain(`  ${command}`);
});
