#!/bin/sh
# Speaks the prompts of the simulated network with espeak-ng and sox (Debian packages of those names), at 8 kHz as a telephone has
# them. They are committed; this is only run when a phrase changes.
set -eu
cd "$(dirname "$0")"

speak() { # file, phrase
  espeak-ng -v en-us -s 150 -g 2 -w /tmp/phrase.$$.wav "$2"
  sox -R /tmp/phrase.$$.wav -r 8000 -c 1 -b 16 "$1.wav" highpass 200 silence 1 0.01 0.3% reverse silence 1 0.01 0.3% \
    reverse pad 0.1 0.1 norm -4
  rm /tmp/phrase.$$.wav
}

speak welcome 'Hello. This is the telephone network of Parley. You can hear me, so the way from the line to your browser works. Call the echo number to try the other way. Goodbye.'
speak keys 'Type some keys. I will repeat what I hear.'
speak call-back 'Hang up now. I will call you back in a moment.'
speak called-back 'Hello. This is the call that you asked for. Goodbye.'
speak out-of-service 'The number that you have called is not in service.'
speak emergency 'This is a simulated network. No emergency service can be reached here. Use another telephone.'
speak digit-0 'zero'
speak digit-1 'one'
speak digit-2 'two'
speak digit-3 'three'
speak digit-4 'four'
speak digit-5 'five'
speak digit-6 'six'
speak digit-7 'seven'
speak digit-8 'eight'
speak digit-9 'nine'
speak digit-star 'star'
speak digit-pound 'pound'
