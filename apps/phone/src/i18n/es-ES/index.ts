import type { Messages } from '../en-US/index.ts'
import { es419 } from '../es-419/index.ts'
import { analysisAndRetention } from './analysis-and-retention.ts'
import { apiKeys } from './api-keys.ts'
import { auditLog } from './audit-log.ts'
import { contactsAndCalls } from './contacts-and-calls.ts'
import { routingAndAnnouncements } from './routing-and-announcements.ts'
import { selfTest } from './self-test.ts'
import { webhooks } from './webhooks.ts'

/** European Spanish; shared messages come from the Latin American catalogue. */
export const esES: Messages = {
  ...es419,
  ...contactsAndCalls,
  ...analysisAndRetention,
  ...apiKeys,
  ...auditLog,
  ...routingAndAnnouncements,
  ...selfTest,
  ...webhooks,
  'shell.new-version': 'Parley se ha actualizado. Recarga la página para usar la nueva versión.',
  'verify.add': 'Añadir número',
  'verify.add-sentence': 'Parley llama al número. Introduce en ese teléfono el código que verás aquí.',
  'verify.answered': 'Respondida',
  'verify.expired': 'Caducado',
  'verify.instruction': 'Parley llama a este número. Cuando se te pida, introduce el código en ese teléfono.',
  'verify.keyed-in': 'Código introducido',
  'verify.none': 'Aún no hay números. Añade el número de tu móvil u oficina para llamar desde él.',
  'verify.not-keyed-in': 'Nadie ha introducido el código.',
  'verify.number-missing': 'Introduce un número de teléfono.',
  'verify.pick-up': 'Responde en {number}',
  'verify.removed': 'Se ha quitado {number}.',
  'error.VERIFICATION_LIMIT':
    'No se ha añadido: la lista de números está llena. Quita los que ya no necesites.',
  'mails.no-address': 'Primero añade una dirección de correo en la configuración de tu cuenta.',
  'notify.offer':
    'Ha sonado una llamada mientras Parley estaba en segundo plano. Las notificaciones te muestran la próxima.',
  'block.number-missing': 'Introduce un número de teléfono.',
  'ended.blocked': 'La llamada de {name} no ha sonado porque el número está bloqueado.',
  'error.BLOCKED_NUMBER_LIMIT':
    'No se ha bloqueado: la lista de números bloqueados está llena. Desbloquea los que ya no llamen.',
  'error.WORKSPACE_NUMBER_NOT_BLOCKED': 'No se ha bloqueado: es un número de tu propio espacio de trabajo.',
  'error.COLLEAGUE_NOT_BLOCKED':
    'No se ha bloqueado: es el número de un miembro de tu espacio de trabajo. Habla con un administrador.',
  'account.not-created': 'No se ha creado el espacio de trabajo.',
  'first.invite': 'Invitar a compañeros',
  'members.manage': 'Gestionar',
  'members.gone': 'Esto ha cambiado mientras tanto. Vuelve a cargar la página.',
  'members.sent': 'Se ha enviado una invitación a {email}.',
  'members.sent-count.one': 'Se ha enviado {count} invitación.',
  'members.sent-count.other': 'Se han enviado {count} invitaciones.',
  'members.withdrawn': 'Se ha retirado la invitación a {email}.',
  'members.undeliverable': 'No se ha entregado: el servidor de correo rechaza esta dirección.',
  'dial.incomplete': 'Este número está incompleto. Introduce los dígitos que faltan.',
  'dial.hint-choose': 'Intro elige {name}, Esc borra',
  'dial.hint-last': 'Intro inserta {number}, mantén 0 para +',
  'live.held-by-other': 'La otra persona te ha puesto en espera',
  'live.holds-us': 'Te ha puesto en espera',
  'recording.was-deleted-by': '{name} ha eliminado la grabación el {when}.',
  'settings.saved': 'Se ha guardado el ajuste.',
  'shortcuts.key-enter': 'Intro',
  'error.CONTACT_LIMIT':
    'Este espacio de trabajo ha llegado al máximo de contactos. Elimina los que ya no necesites.',
  'error.CONTACT_QUOTA_REACHED':
    'No se ha guardado: los contactos de tu espacio de trabajo han alcanzado su cuota. Acorta o elimina algunos, o pide más espacio al operador del servidor.',
  'view.error': '¡Algo ha salido mal!',
  'calls.none-missed': 'No hay llamadas perdidas. Una llamada que no respondes aparece aquí.',
  'calls.none-open-items': 'Ninguna llamada tiene una tarea abierta. Abre una llamada para añadir una.',
  'calls.none-recorded': 'No hay llamadas grabadas. Pulsa Grabar durante una llamada para guardar su audio.',
  'calls.none-yet': 'Aún no hay llamadas. Llama al número de eco para escucharte.',
  'calls.nothing-found': 'Ninguna llamada coincide con «{search}». Revisa la ortografía o busca un número.',
  'calls.rang': 'ha sonado {length}',
  'outcome.answered': 'Respondida',
  'outcome.busy': 'Comunica',
  'outcome.failed': 'Ha fallado',
  'ended.answered': 'La llamada con {name} ha terminado.',
  'ended.busy': '{name} comunica. Vuelve a llamar dentro de unos minutos.',
  'ended.cancelled': 'La llamada ha terminado antes de que {name} respondiera.',
  'ended.declined': 'La llamada se ha rechazado.',
  'ended.engine-lost': 'La llamada se ha interrumpido: el motor de llamadas se ha parado. Vuelve a llamar.',
  'ended.failed': 'No se ha podido establecer la llamada. Vuelve a intentarlo o revisa el número.',
  'ended.hung-up': 'Has colgado.',
  'ended.media-failed':
    'No se ha podido conectar el audio. Comprueba si lo bloquea un cortafuegos y vuelve a llamar.',
  'ended.media-incompatible':
    'Parley no puede usar el formato de audio, el cifrado o la dirección que ha elegido la red telefónica. Pide a un administrador que revise la troncal.',
  'ended.media-lost': 'La conexión se ha perdido demasiado tiempo. Vuelve a llamar.',
  'ended.missed': 'La llamada de {name} no se ha respondido.',
  'ended.no-answer': '{name} no ha respondido. Vuelve a intentarlo más tarde.',
  'ended.other-hung-up': '{name} ha colgado.',
  'ended.rejected': '{name} ha rechazado la llamada. Vuelve a intentarlo más tarde.',
  'ended.removed': 'Te han sacado de la llamada.',
  'ended.merged': 'La llamada se ha combinado con otra y ha continuado allí.',
  'history.forwarded': 'La llamada se ha desviado a {name}.',
  'history.left-connected': '{user} ha salido, y los demás han seguido conectados.',
  'call.left-connected': 'Ha salido, los demás han seguido conectados',
  'history.parked': '{user} ha aparcado la llamada.',
  'history.picked-up': '{user} ha recuperado la llamada.',
  'history.transferred': 'La llamada se ha transferido a {name}.',
  'history.transferred-by': '{user} ha transferido la llamada a {name}.',
  'history.transfer-unanswered': '{user} ha transferido la llamada a {name}, pero nadie ha respondido.',
  'call.left-parked': 'Ha aparcado la llamada',
  'call.left-transferred': 'Ha transferido la llamada',
  'ended.minutes-used':
    'La llamada con {name} ha terminado porque tu espacio de trabajo ha agotado los minutos de hoy. Un administrador puede subir el límite.',
  'ended.money-spent':
    'La llamada con {name} ha terminado porque tu espacio de trabajo ha gastado lo que puede gastar hoy. Un administrador puede subir el límite.',
  'ended.without-member':
    'La llamada ha terminado porque llevaba 4 horas sin ningún miembro de tu espacio de trabajo.',
  'ended.server-stopped': 'La llamada se ha interrumpido: el servicio se ha parado. Vuelve a llamar.',
  'player.broke-off':
    'El servidor no ha podido guardar toda esta grabación. Pide a un administrador que revise su disco.',
  'error.RECORDING_LIMIT_REACHED':
    'No se graba: la grabación se ha iniciado demasiadas veces en esta llamada. Haz otra llamada para seguir grabando.',
  'error.DISK_FULL':
    'No se ha guardado: el disco del servidor está casi lleno. Pide a un administrador que libere espacio.',
  'error.RECORDING_QUOTA_REACHED':
    'No se graba: las grabaciones de tu espacio de trabajo han alcanzado su cuota. Elimina algunas o pide más espacio al operador del servidor.',
  'recording.no-space':
    'La grabación se ha detenido: no queda espacio para grabaciones. Lo grabado hasta ahora se conserva. Elimina las grabaciones que ya no necesites o consulta a un administrador.',
  'recording.failed':
    'La grabación se ha detenido: el servidor no ha podido guardarla. Vuelve a grabar o pide a un administrador que revise su disco.',
  'left.busy': 'Comunicaba',
  'left.missed': 'No ha respondido',
  'left.other-hung-up': 'La otra parte ha colgado',
  'call.add-contact': 'Añadir a contactos',
  'call.gone-sentence': 'Se ha eliminado, o es de otra persona o de otro espacio de trabajo.',
  'dial.cleaned': 'Se ha quitado el texto alrededor del número.',
  'dial.hint': 'Intro llama, Esc borra, mantén 0 para +',
  'dial.no-trunk-ask': 'Pide a un administrador que añada una.',
  'dial.no-match':
    'Nadie en contactos ni equipo coincide con «{typed}». Revisa la ortografía o escribe un número.',
  'directory.busy': 'Siempre comunica',
  'directory.busy-does': 'Da señal de comunicar.',
  'directory.no-answer': 'Nunca responde',
  'directory.no-answer-does': 'Suena y nadie responde.',
  'directory.early-failure-does':
    'Reproduce un aviso de fuera de servicio antes de que se responda la llamada, y luego falla.',
  'directory.keys-does': 'Dice y reproduce las teclas que pulsas.',
  'directory.hang-up-does': 'Responde y cuelga a los dos segundos.',
  'palette.answer': 'Responder a {name}',
  'palette.holds': 'Retiene esta llamada',
  'palette.new-contact-named': 'Contacto nuevo «{name}»',
  'palette.nothing': 'Ningún contacto, llamada ni página coincide con «{typed}».',
  'live.add': 'Añadir',
  'live.add-hint': 'El nuevo participante se une a la conversación cuando responde.',
  'live.add-number': 'Añadir por número o nombre',
  'live.answer': 'Responder',
  'live.ended-after': 'Ha terminado tras {length}.',
  'live.hold-and-answer': 'Retener y responder',
  'live.hold-and-call': 'Retener y llamar',
  'live.hold-and-call-named': 'Retener y llamar a {name}',
  'live.incoming-keys': 'A para responder, D para rechazar, V para el buzón de voz',
  'live.returned-keys': 'A para responder, D para rechazar',
  'error.VOICEMAIL_ANSWERED_BEFORE':
    'Esta llamada ya se había respondido y ha vuelto a ti. El buzón de voz no puede responderla.',
  'live.other-workspace': 'Para {workspace}, que se abre al responder',
  'live.other-workspace-later': 'Para {workspace}. Puedes responder cuando termine esta llamada.',
  'members.workspace-not-renamed': 'No se ha cambiado el nombre del espacio de trabajo',
  'microphone.failed': 'No se ha podido abrir el micrófono. Elige otro y vuelve a intentarlo.',
  'problem.no-audio-path':
    'No se ha podido conectar el audio. Puede que lo bloquee un cortafuegos: prueba otra red o pregunta a tu administrador.',
  'emergency.failed': 'Ha fallado la llamada al {number}',
  'status.signed-out-in-call':
    'Se ha cerrado tu sesión en otra pestaña o navegador. Tu llamada ha terminado.',
  'emergency.mobile': 'Usa un teléfono móvil. Funciona aun sin saldo.',
  'emergency.sentence': 'No se ha hecho ninguna llamada. Usa otro teléfono ahora.',
  'first.add-contact': 'Añadir un contacto',
  'contacts.add': 'Añadir contacto',
  'contacts.add-email': 'Añadir correo',
  'contacts.add-phone': 'Añadir número',
  'contacts.choose': 'Elige un contacto o añade uno.',
  'contacts.label-mobile': 'Móvil',
  'contacts.no-details': 'Aún sin número ni correo.',
  'contacts.none': 'Aún no hay contactos. Añade uno o importa un archivo.',
  'calls.not-answered': 'Sin responder',
  'colleagues.nothing-found': 'Nadie del equipo coincide con «{search}».',
  'contacts.nothing-found':
    'Ningún contacto coincide con «{search}». Revisa la ortografía o busca un número.',
  'config.emergency-sentence':
    'Parley no puede llamar al 112 ni a ningún otro número de emergencia sin una ruta de emergencia. Ten a mano un teléfono móvil o fijo, y di a tus compañeros que lo usen en una emergencia.',
  'limits.add': 'Añadir un país',
  'limits.sentence':
    'Protege de costes descontrolados por una sesión robada o un error. Los números de tarificación adicional están siempre bloqueados.',
  'trunk.add': 'Añadir troncal',
  'trunk.none': 'Aún no hay troncales. Mientras tanto, las llamadas se quedan dentro de Parley.',
  'trunk.outcome-earlier-step-failed': 'Se ha omitido porque ha fallado un paso anterior.',
  'trunk.outcome-resolved': '{subject} se ha resuelto.',
  'trunk.result-failed': 'Ha fallado:',
  'trunk.test-failed': 'La troncal aún no funciona.',
  'failure.unknown': 'Algo ha salido mal. Vuelve a intentarlo.',
  'error.ACCESS_TOKEN_EXPIRED': 'Tu sesión ha caducado. Inicia sesión de nuevo.',
  'error.BODY_PARSING_ERROR': 'No se puede leer la solicitud. Revisa lo que has escrito.',
  'error.CALL_ELSEWHERE': 'La llamada se ha respondido o rechazado en otro lugar.',
  'error.CALL_ENDED': 'Esta llamada ha terminado.',
  'error.CALLS_ON_DIFFERENT_SERVERS':
    'No se han unido: las llamadas están en servidores distintos. Añade el número de una a la otra.',
  'error.CALLS_NOT_MERGEABLE':
    'No se han unido: ambas llamadas deben estar respondidas, y ningún número añadido puede seguir sonando.',
  'error.CALL_NOT_PARKABLE':
    'No se ha aparcado: la llamada debe estar respondida y no debe participar en ella otro miembro.',
  'error.CALL_NOT_PARKED':
    'Esta llamada ya no está aparcada. Es posible que otro miembro la haya recuperado.',
  'error.EMERGENCY_CALL_NOT_PARKED': 'Las llamadas de emergencia no se pueden aparcar.',
  'error.PARKED_CALLS_LIMIT':
    'No se ha aparcado: tu equipo ha llegado al máximo de llamadas aparcadas. Recupera primero una de ellas.',
  'parked.by': 'La ha aparcado {name}',
  'parked.by-you': 'La has aparcado tú',
  'parked.left': 'Aparcada. Cualquier miembro puede recuperarla. Si nadie lo hace, suena para ti.',
  'parked.list': 'Llamadas aparcadas',
  'parked.park': 'Aparcar',
  'parked.pick-up': 'Recuperar',
  'parked.pick-up-named': 'Recuperar la llamada de {name}',
  'parked.returned': 'Nadie ha recuperado esta llamada. Vuelve a ti.',
  'error.ENGINE_UNAVAILABLE':
    'No ha funcionado. Las llamadas en curso continúan. Vuelve a intentarlo dentro de un momento.',
  'error.CALL_FULL': 'Esta llamada ha llegado al máximo de participantes. Inicia otra llamada.',
  'error.CONTACT_CHANGED': 'Otra persona ha cambiado este contacto. Recárgalo y vuelve a hacer tus cambios.',
  'error.ANSWERED_CALL_LIMIT_USER':
    'No se ha respondido: tienes demasiadas llamadas. Termina primero una de ellas.',
  'error.ANSWERED_CALL_LIMIT_INSTALLATION':
    'No se ha respondido: este servidor ya tiene todas las llamadas que admite. Inténtalo de nuevo en un momento.',
  'error.EMERGENCY_CALL_LIMIT_USER':
    'Ya tienes dos llamadas de emergencia. Termina una de ellas o usa ahora un teléfono móvil o fijo.',
  'error.EMERGENCY_CALL_LIMIT_WORKSPACE':
    'Tu espacio de trabajo ya tiene demasiadas llamadas de emergencia. Usa ahora un teléfono móvil o fijo.',
  'error.EMERGENCY_NUMBER': 'Parley no puede llamar a emergencias. Usa ahora un teléfono móvil o fijo.',
  'error.JOIN_ANSWER_INVALID':
    'No se ha podido conectar el audio de este navegador. Recarga la página y vuelve a llamar.',
  'error.NO_NUMBER_LEFT':
    'No se ha hecho la llamada: la red de prueba incorporada no tiene un número para ti. Pide a un administrador que añada una troncal.',
  'error.SERVER_STOPPING':
    'Este servidor está a punto de reiniciarse y no admite llamadas nuevas. Vuelve a intentarlo dentro de un momento.',
  'error.PREMIUM_NUMBER': 'Llamada no realizada: es un número de tarificación adicional.',
  'error.UNSUPPORTED_ERROR': 'Algo ha salido mal. Vuelve a intentarlo.',
  'ended.microphone-blocked':
    'La llamada ha terminado porque no había ningún micrófono disponible. Permite el acceso y vuelve a llamar.',
  'ended.trunk-refused-password':
    'La red telefónica ha rechazado la contraseña de la troncal. Pide a un administrador que la revise.',
  'directory.call-back-does': 'Te llama después de que cuelgues.',
  'error.TRUNK_PASSWORD_REQUIRED':
    'Vuelve a escribir la contraseña, porque ha cambiado el servidor o el usuario.',
  'trunk.short-numbers-hint': 'Para centralitas cuyas extensiones tienen de dos a seis cifras.',
  'trunk.help-refused': 'La troncal ha rechazado el usuario o la contraseña. Revisa ambos.',
  'trunk.host-missing': 'Escribe el host que te ha dado tu proveedor SIP.',
  'trunk.outcome-answered': '{subject} ha respondido.',
  'trunk.outcome-password-refused': '{subject} ha rechazado el usuario o la contraseña.',
  'left.failed': 'No se ha podido conectar',
  'left.trunk-refused-password': 'La troncal ha rechazado la contraseña',
  'player.recovered':
    'El servicio se ha parado durante esta grabación. Está disponible la parte grabada antes de la interrupción.',
  'workspace-language.hint':
    'Quienes llaman oyen en este idioma los anuncios de Parley, y los miembros reciben en él los correos sobre llamadas perdidas y mensajes de voz. Los anuncios que has subido no cambian.',
  'workspace-language.proposed':
    'Propuesto según el idioma de tu navegador. Hasta que elijas uno, es {language}. Quienes llaman oyen en este idioma los anuncios de Parley, y los miembros reciben en él los correos sobre llamadas perdidas y mensajes de voz. Los anuncios que has subido no cambian.',
  'import.adds': 'Añade {parts}',
  'import.failed': 'No se ha importado nada',
  'import.new-hint': 'se añaden',
  'import.to-phone-mobile': 'Teléfono, móvil',
  'import.undoable-sentence':
    'La importación es un solo paso. Se puede deshacer en la página de contactos durante 7 días, salvo los contactos editados desde entonces. El mismo archivo dos veces no añade nada.',
  'export.failed': 'No se ha exportado: {reason}',
}
