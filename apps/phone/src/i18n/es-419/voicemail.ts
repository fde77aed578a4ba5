/** Texts of voicemail. */
export const voicemail = {
  'error.VOICEMAIL_ANSWERED_BEFORE':
    'Esta llamada ya se había contestado. El buzón de voz no puede contestarla.',
  'error.VOICEMAIL_FULL': 'No hay espacio para otro mensaje. La llamada sigue sonando.',
  'error.VOICEMAIL_NOT_FOUND': 'Este mensaje ya no existe.',
  'error.VOICEMAIL_OFF': 'Tu buzón de voz está desactivado. La llamada sigue sonando.',
  'calls.filter-voicemail': 'Buzón de voz',
  'voicemail.close-player': 'Cerrar el reproductor del mensaje de {name}',
  'voicemail.dealt-with-by': 'atendido por {name}',
  'voicemail.delete': 'Eliminar el mensaje de {name}',
  'voicemail.delete-confirm': 'Eliminar mensaje',
  'voicemail.delete-question': '¿Eliminar el mensaje de {name}?',
  'voicemail.delete-sentence': 'El audio se elimina y no se puede recuperar. La llamada sigue en la lista.',
  'voicemail.deleted': 'El mensaje se eliminó.',
  'voicemail.for-own': 'para ti',
  'voicemail.for-workspace': 'para el espacio de trabajo',
  'voicemail.is-dealt-with': 'Atendido',
  'voicemail.is-new': 'Nuevo',
  'voicemail.mark-dealt-with': 'Marcar el mensaje de {name} como atendido',
  'voicemail.mark-new': 'Marcar el mensaje de {name} como nuevo',
  'voicemail.none':
    'No hay mensajes. Si no contestas una llamada a tu propio número, quien llama puede dejar uno.',
  'voicemail.play': 'Reproducir el mensaje de {name}',
  'voicemail.setting': 'El buzón de voz contesta las llamadas que no contesto',
  'voicemail.setting-hint': 'Llamadas a tu propio número, después de {seconds} segundos o si las rechazas.',
  'voicemail.title': 'Buzón de voz',
}
