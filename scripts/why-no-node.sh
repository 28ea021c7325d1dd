# Comes after a script of npm that failed, which says why itself. Only where the Node that npm has installed could not
# even begin, it is told here: no JavaScript could.
said=$(node --version 2>&1) && case $said in v[0-9]*) exit 1 ;; esac
exec >&2
echo "fieldbridge: the Node that npm has installed here cannot run: $said"
echo "It needs glibc 2.28 and libstdc++, as Debian 12, Ubuntu 24.04 and their slim images have them. Elsewhere install"
echo "Node 24.15 or newer, and have that used instead: rm node_modules/.bin/node && npm run build"
exit 1
