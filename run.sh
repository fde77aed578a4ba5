#!/bin/bash
export PARLEY_DATA=${PARLEY_DATA:-$(mktemp -d /tmp/k2/data.XXXX)}
export PARLEY_PHONE_PORT=27800 PARLEY_ACCOUNTS_PORT=27801 PARLEY_SIP_PORT=27860 PARLEY_MEDIA_PORT=27880 PARLEY_LOG_LEVEL=info
echo $PARLEY_DATA > /tmp/k2/data.path
cd /work/wt/k2
setsid nice -n 5 /work/wt/k2/node_modules/.bin/node --expose-gc --import /tmp/k2/s/mem.mjs apps/parley/src/main.ts > /tmp/k2/app.log 2>&1 < /dev/null &
echo $! > /tmp/k2/app.pid
