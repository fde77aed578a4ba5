import type { Messages } from './en-US.ts'
import { es419 } from './es-419.ts'

/** Spanish as in Spain; what is said alike in America comes from there. */
export const esES: Messages = {
  ...es419,
  'view.error': '¡Algo ha salido mal!',
  'calls.none-recorded': 'No hay llamadas grabadas. Pulsa Grabar durante una llamada para guardar su audio.',
  'calls.none-yet': 'Aún no hay llamadas. Prueba el número de eco y escúchate.',
  'calls.nothing-found': 'Ninguna llamada coincide con «{search}».',
  'calls.rang': 'ha sonado {length}',
  'outcome.answered': 'Respondida',
  'outcome.busy': 'Comunica',
  'outcome.failed': 'Ha fallado',
  'ended.answered': 'La llamada con {name} ha terminado.',
  'ended.busy': '{name} comunica. Vuelve a llamar dentro de unos minutos.',
  'ended.cancelled': 'La llamada ha terminado antes de que {name} respondiera.',
  'ended.declined': 'La llamada se ha rechazado.',
  'ended.engine-lost': 'La llamada se ha cortado porque el motor de llamadas se ha parado. Vuelve a llamar.',
  'ended.failed': 'No se ha podido establecer la llamada. Vuelve a intentarlo o revisa el número.',
  'ended.hung-up': 'Has colgado.',
  'ended.media-failed': 'No ha pasado el audio. Mira si lo impide un cortafuegos y vuelve a llamar.',
  'ended.media-lost': 'La conexión se ha perdido demasiado tiempo. Vuelve a llamar.',
  'ended.missed': 'Nadie ha respondido a la llamada de {name}.',
  'ended.no-answer': '{name} no responde. Vuelve a intentarlo más tarde.',
  'ended.other-hung-up': '{name} ha colgado.',
  'ended.rejected': '{name} ha rechazado la llamada. Vuelve a intentarlo más tarde.',
  'ended.removed': 'Te han sacado de la llamada.',
  'ended.server-stopped': 'La llamada se ha cortado porque el servicio se ha parado. Vuelve a llamar.',
  'player.broke-off':
    'El servidor no ha podido guardar toda esta grabación. Pide a un administrador que revise su disco.',
  'recording.failed':
    'La grabación se ha detenido: el servidor no ha podido guardarla. Vuelve a grabar o pide a un administrador que revise su disco.',
  'left.busy': 'Comunicaba',
  'left.missed': 'No ha respondido',
  'left.other-hung-up': 'La otra parte ha colgado',
  'call.add-contact': 'Añadir a contactos',
  'call.gone-sentence': 'Se ha eliminado, o pertenece a otro espacio de trabajo.',
  'dial.cleaned': 'Se ha quitado el texto alrededor del número.',
  'dial.hint': 'Intro llama, Esc borra, mantén 0 para +',
  'dial.no-match': 'Nadie en tus contactos coincide con «{typed}». Revisa la ortografía o escribe un número.',
  'dial.time-there': 'allí son las {time}',
  'live.add': 'Añadir',
  'live.add-hint': 'Todos se oyen en cuanto responda.',
  'live.add-number': 'Añadir un número',
  'live.answer': 'Responder',
  'live.early': 'La línea habla, aún sin responder',
  'live.ended-after': 'Ha terminado tras {length}.',
  'live.hold-and-answer': 'Retener y responder',
  'live.hold-and-call': 'Retener y llamar',
  'live.hold-and-call-named': 'Retener y llamar a {name}',
  'live.incoming-keys': 'A responde, D rechaza',
  'live.not-called': 'No se ha llamado',
  'microphone.failed': 'No se ha podido abrir el micrófono. Elige otro y vuelve a intentarlo.',
  'problem.no-way-through':
    'No ha pasado el audio. Puede haber un cortafuegos: prueba otra red o pregunta a tu administrador.',
  'emergency.mobile': 'Usa un teléfono móvil. Llega a emergencias aun sin saldo.',
  'emergency.sentence': 'No se ha hecho ninguna llamada. Usa otro teléfono ahora.',
  'first.add-contact': 'Añadir un contacto',
  'contacts.add': 'Añadir contacto',
  'contacts.add-email': 'Añadir correo',
  'contacts.add-phone': 'Añadir número',
  'contacts.choose': 'Elige un contacto o añade uno.',
  'contacts.label-mobile': 'Móvil',
  'contacts.no-calls': 'Aún no hay llamadas con este contacto.',
  'contacts.no-reach': 'Aún sin número ni correo.',
  'contacts.none': 'Aún no hay contactos.',
  'contacts.nothing-found': 'Nadie coincide con «{search}».',
  'config.emergency-sentence':
    'Parley no puede llamar al 112 ni a ningún otro número de emergencia, con o sin troncal. Ten a mano un teléfono móvil o fijo, y di a tu equipo que lo use en una emergencia.',
  'limits.add': 'Añadir un país',
  'limits.sentence':
    'Evitan que una sesión robada o un error generen una gran factura. Nunca se llama a números de tarificación adicional.',
  'trunk.add': 'Añadir troncal',
  'trunk.none': 'Aún no hay troncal. Mientras tanto, las llamadas llegan solo a la red incorporada.',
  'trunk.outcome-earlier-step-failed': 'No se ha intentado, porque ha fallado un paso anterior.',
  'trunk.outcome-resolved': 'Se ha encontrado {subject}.',
  'trunk.result-failed': 'Ha fallado:',
  'trunk.test-failed': 'La troncal aún no funciona.',
  'failure.unknown': 'Algo ha salido mal. Vuelve a intentarlo.',
  'refusal.concurrent.one':
    'No se ha llamado: tu equipo permite {count} llamada a la vez. Espera a que termine.',
  'refusal.concurrent.other':
    'No se ha llamado: tu equipo permite {count} llamadas a la vez. Espera a que termine una.',
  'refusal.country-named':
    'No se ha llamado: tu equipo no permite llamadas a {country}. Pregunta a un administrador.',
  'refusal.per-minute.one':
    'No se ha llamado: tu equipo permite {count} llamada por minuto. Espera un momento.',
  'refusal.per-minute.other':
    'No se ha llamado: tu equipo permite {count} llamadas por minuto. Espera un momento.',
  'refusal.ACCESS_TOKEN_EXPIRED': 'Tu sesión ha caducado. Inicia sesión de nuevo.',
  'refusal.BODY_PARSING_ERROR': 'No se puede leer la solicitud. Revisa lo que has escrito.',
  'refusal.CALL_ELSEWHERE': 'La llamada se ha respondido o rechazado en otro lugar.',
  'refusal.CALL_ENDED': 'Esta llamada ha terminado.',
  'refusal.CALL_LIMIT_CONCURRENT':
    'No se ha llamado: demasiadas llamadas a la vez. Espera a que termine una.',
  'refusal.CALL_LIMIT_PER_MINUTE': 'No se ha llamado: demasiadas llamadas en un minuto. Espera un momento.',
  'refusal.CONTACT_CHANGED':
    'Otra persona ha cambiado este contacto mientras tanto. Recárgalo y vuelve a cambiarlo.',
  'refusal.COUNTRY_NOT_ALLOWED':
    'No se ha llamado: tu equipo no permite llamadas a este país. Pregunta a un administrador.',
  'refusal.EMERGENCY_NUMBER': 'Parley no puede llamar a emergencias. Usa ahora un teléfono móvil o fijo.',
  'refusal.JOIN_REPLY_NOT_UNDERSTOOD':
    'No se ha podido conectar el audio de este navegador. Recarga la página y vuelve a llamar.',
  'refusal.NO_NUMBER_LEFT':
    'La red incorporada no tiene más números. Pide a un administrador que añada una troncal.',
  'refusal.NO_TRUNK':
    'No se ha llamado: ninguna troncal conecta tu equipo con la red telefónica. Pide una a un administrador.',
  'refusal.PREMIUM_NUMBER': 'No se ha llamado: es un número de tarificación adicional.',
  'refusal.UNSUPPORTED_ERROR': 'Algo ha salido mal. Vuelve a intentarlo.',
  'changes.sentence': 'Lo que has escrito no se ha guardado.',
}
