#!/bin/sh
# Generates the announcements with espeak-ng and sox (Debian packages of the same names): one WAV file per phrase and
# language. The files are committed; run this only when a phrase changes.
set -eu
cd "$(dirname "$0")"

speak() { # voice, file, phrase
  espeak-ng -v "$1" -s 150 -g 2 -w /tmp/phrase.$$.wav "$3"
  sox -R /tmp/phrase.$$.wav -r 16000 -c 1 -b 16 "$2.wav" highpass 120 silence 1 0.01 0.3% reverse silence 1 0.01 0.3% \
    reverse pad 0.15 0.2 norm -4
  rm /tmp/phrase.$$.wav
}

speak en-us recording-starts.en-US 'This call is being recorded.'
speak en-us recording-stops.en-US 'The recording has ended.'
speak de recording-starts.de-DE 'Dieses Gespräch wird aufgezeichnet.'
speak de recording-stops.de-DE 'Die Aufzeichnung ist beendet.'
speak es-419 recording-starts.es-419 'Esta llamada está siendo grabada.'
speak es-419 recording-stops.es-419 'La grabación ha terminado.'
speak es recording-starts.es-ES 'Esta llamada se está grabando.'
speak es recording-stops.es-ES 'La grabación ha terminado.'
speak fr-fr recording-starts.fr-CA 'Cet appel est enregistré.'
speak fr-fr recording-stops.fr-CA 'L’enregistrement est terminé.'
