#!/bin/sh
# Runs a program as an ordinary user, because Chromium's sandbox refuses root. For root it is a name in a namespace: the
# program has no rights of root's there, and its files stay root's.
if [ "$(id -u)" = 0 ]; then
  exec unshare --user --map-user=65534 --map-group=65534 -- "$@"
fi
exec "$@"
