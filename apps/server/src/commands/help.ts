/** Printed by `--help`. */
export const help = `Roomtone: a self-hosted server for playing music together.

Usage: node main.js [command]

  (none)                            run the server for this computer only
  --lan                             run it for everyone on the network, with an invitation link and QR code
  --internet                        like --lan, and ask the router to open the port to the internet: for people whom
                                    you invite, and those with an account
  --new-database                    start even if the database is lost: keys stay, accounts and rooms are gone
  user add <username> [--display-name=<name>]
                                    create an account; its password is read from standard input
  user password <username>          set a new password and end the user's sessions
  user reset-second-factor <username>
                                    let a user sign in with the password alone
  user delete <username>            delete an account and its personal data
  user grant <username> <role>      give a role: pro, moderator or admin
  user revoke <username> <role>     take a role away
  bot add <username> <name> [<scopes>] [--display-name=<name>]
                                    create a bot of a user and print its token; scopes from listen, play, chat and
                                    moderate, as in listen,play,chat, which is the default
  bot list <username>               list a user's bots
  bot token <name>                  replace a bot's token and print the new one
  bot delete <name>                 delete a bot; its token stops working
  invitation add [<people>] [<days>]
                                    print an invitation that lets people make an account, or listen as guests: 10
                                    people within 7 days, unless you say otherwise
  invitation list                   list invitations
  invitation revoke <id>            end one
  backup <file>                     write database, keys and pictures into one archive (.tar.gz)
  restore <file>                    restore a backup into an empty data directory
  migrate                           update the database to this version
  migrate-to-postgres [<directory>] copy the embedded database into an empty PostgreSQL database; keys and pictures
                                    stay, or are copied to the directory
  keys rotate                       sign access tokens with a new key
  keys rotate --compromised         replace all keys and end every session, after a key was stolen
  --help                            show this help
  --version                         show the version

Settings are environment variables (ROOMTONE_…), which can also be in a .env file; docs/hosting.md lists them.
Stop the server before restore, migrate, migrate-to-postgres and keys rotate --compromised. The other commands work while it runs.

Exit status: 0 done, 1 failed, 2 wrong usage or settings, 3 a server is running and must be stopped first.`;
