#!/bin/sh
# Generates the announcements with espeak-ng and sox (Debian packages of the same names): one WAV file per phrase and
# language. The files are committed; run this only when a phrase changes.
set -eu
cd "$(dirname "$0")"

speak() { # voice, file, phrase, sample rate
  espeak-ng -v "$1" -s 150 -g 2 -w /tmp/phrase.$$.wav "$3"
  sox -R /tmp/phrase.$$.wav -r "${4:-16000}" -c 1 -b 16 "$2.wav" highpass 120 silence 1 0.01 0.3% reverse silence 1 0.01 0.3% \
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

# Played to telephones only.
speak en-us verification-request.en-US 'This is Parley. To verify this phone number, enter the six digit code that is shown on your screen.' 8000
speak en-us verification-wrong.en-US 'This code is not right. Enter the six digit code that is shown on your screen.' 8000
speak en-us verification-done.en-US 'Thank you. This phone number is verified. Goodbye.' 8000
speak en-us verification-over.en-US 'This phone number was not verified. Goodbye.' 8000
speak de verification-request.de-DE 'Hier ist Parley. Um diese Telefonnummer zu bestätigen, geben Sie den sechsstelligen Code ein, den Sie auf Ihrem Bildschirm sehen.' 8000
speak de verification-wrong.de-DE 'Dieser Code ist nicht richtig. Geben Sie den sechsstelligen Code ein, den Sie auf Ihrem Bildschirm sehen.' 8000
speak de verification-done.de-DE 'Vielen Dank. Diese Telefonnummer ist bestätigt. Auf Wiederhören.' 8000
speak de verification-over.de-DE 'Diese Telefonnummer wurde nicht bestätigt. Auf Wiederhören.' 8000
speak es-419 verification-request.es-419 'Este es Parley. Para verificar este número de teléfono, ingrese el código de seis dígitos que aparece en su pantalla.' 8000
speak es-419 verification-wrong.es-419 'Este código no es correcto. Ingrese el código de seis dígitos que aparece en su pantalla.' 8000
speak es-419 verification-done.es-419 'Gracias. Este número de teléfono está verificado. Adiós.' 8000
speak es-419 verification-over.es-419 'Este número de teléfono no fue verificado. Adiós.' 8000
speak es verification-request.es-ES 'Le llama Parley. Para verificar este número de teléfono, introduzca el código de seis dígitos que aparece en su pantalla.' 8000
speak es verification-wrong.es-ES 'Este código no es correcto. Introduzca el código de seis dígitos que aparece en su pantalla.' 8000
speak es verification-done.es-ES 'Gracias. Este número de teléfono está verificado. Adiós.' 8000
speak es verification-over.es-ES 'Este número de teléfono no se ha verificado. Adiós.' 8000
speak fr-fr verification-request.fr-CA 'Ici Parley. Pour vérifier ce numéro de téléphone, entrez le code à six chiffres affiché sur votre écran.' 8000
speak fr-fr verification-wrong.fr-CA 'Ce code n’est pas le bon. Entrez le code à six chiffres affiché sur votre écran.' 8000
speak fr-fr verification-done.fr-CA 'Merci. Ce numéro de téléphone est vérifié. Au revoir.' 8000
speak fr-fr verification-over.fr-CA 'Ce numéro de téléphone n’a pas été vérifié. Au revoir.' 8000
speak en-us voicemail-greeting.en-US 'No one can take your call right now. Please leave a message after the tone.' 8000
speak de voicemail-greeting.de-DE 'Im Moment kann niemand Ihren Anruf annehmen. Bitte hinterlassen Sie nach dem Ton eine Nachricht.' 8000
speak es-419 voicemail-greeting.es-419 'En este momento nadie puede atender su llamada. Deje un mensaje después de la señal.' 8000
speak es voicemail-greeting.es-ES 'En este momento nadie puede atender su llamada. Deje un mensaje después de la señal.' 8000
speak fr-fr voicemail-greeting.fr-CA 'Personne ne peut prendre votre appel pour le moment. Veuillez laisser un message après le bip.' 8000
speak en-us voicemail-full.en-US 'No more messages can be recorded at the moment. Please call again later. Goodbye.' 8000
speak de voicemail-full.de-DE 'Im Moment können keine weiteren Nachrichten aufgezeichnet werden. Bitte rufen Sie später noch einmal an. Auf Wiederhören.' 8000
speak es-419 voicemail-full.es-419 'En este momento no se pueden grabar más mensajes. Por favor, llame más tarde. Adiós.' 8000
speak es voicemail-full.es-ES 'En este momento no se pueden grabar más mensajes. Por favor, llame más tarde. Adiós.' 8000
speak fr-fr voicemail-full.fr-CA 'Il n’est pas possible d’enregistrer d’autres messages pour le moment. Veuillez rappeler plus tard. Au revoir.' 8000
speak en-us menu-prompt.en-US 'Please choose an option by pressing a key.' 8000
speak en-us menu-invalid.en-US 'This option is not available.' 8000
speak de menu-prompt.de-DE 'Bitte wählen Sie eine Option, indem Sie eine Taste drücken.' 8000
speak de menu-invalid.de-DE 'Diese Option ist nicht verfügbar.' 8000
speak es-419 menu-prompt.es-419 'Por favor, elija una opción presionando una tecla.' 8000
speak es-419 menu-invalid.es-419 'Esa opción no está disponible.' 8000
speak es menu-prompt.es-ES 'Por favor, elija una opción pulsando una tecla.' 8000
speak es menu-invalid.es-ES 'Esa opción no está disponible.' 8000
speak fr-fr menu-prompt.fr-CA 'Veuillez choisir une option en appuyant sur une touche.' 8000
speak fr-fr menu-invalid.fr-CA 'Cette option n’est pas offerte.' 8000

# Callers in a queue hear their position; those behind the last number hear that many are before them.
for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  speak en-us "queue-position-$number.en-US" "You are number $number in the queue." 8000
  speak de "queue-position-$number.de-DE" "Sie sind Nummer $number in der Warteschlange." 8000
  speak es-419 "queue-position-$number.es-419" "Usted es el número $number en la cola." 8000
  speak es "queue-position-$number.es-ES" "Es usted el número $number de la cola." 8000
  speak fr-fr "queue-position-$number.fr-CA" "Vous êtes numéro $number dans la file d’attente." 8000
done
speak en-us queue-position-many.en-US 'At least twenty callers are before you in the queue.' 8000
speak de queue-position-many.de-DE 'In der Warteschlange sind mindestens zwanzig Anrufer vor Ihnen.' 8000
speak es-419 queue-position-many.es-419 'En la cola hay al menos veinte llamadas antes que la suya.' 8000
speak es queue-position-many.es-ES 'En la cola hay al menos veinte llamadas antes que la suya.' 8000
speak fr-fr queue-position-many.fr-CA 'Au moins vingt appels sont avant le vôtre dans la file d’attente.' 8000

# The tone after which a message is recorded: 1 kHz for 0.4 s, in all languages.
sox -R -n -r 8000 -c 1 -b 16 voicemail-tone.en-US.wav synth 0.4 sine 1000 fade 0.01 0.4 0.01 gain -10 pad 0.3 0.1
