/** Printed by `--help`. */
export const help = `Roomtone: music rooms for a band, hosted by yourself.

Usage: node main.js [command]

  (none)                            run the server for this computer
  --lan                             run it for everybody on the network, with a link and a QR code to invite them
  --new-database                    start although the database is lost: keys stay, accounts and rooms are gone
  user add <username>               make an account; its password comes from standard input
  user password <username>          set another password and end the user's sessions
  user delete <username>            delete an account with what is personal in it
  user grant <username> <role>      give a role: pro, moderator or admin
  user revoke <username> <role>     take it back
  backup <file>                     write database, keys and pictures into one archive (.tar.gz)
  restore <file>                    bring a backup back into an empty data directory
  migrate                           bring the database to this version
  keys rotate                       sign access tokens with a new key
  --help, --version

Settings are environment variables (ROOMTONE_…) or stand in a .env file; docs/hosting.md lists them.
restore and migrate need the server stopped; the others work while it runs.

Exit status: 0 done, 1 failed, 2 wrong usage or settings, 3 a server runs that must be stopped first.`;
