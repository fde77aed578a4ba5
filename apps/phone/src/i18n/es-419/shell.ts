import type { Translation } from '@parley/i18n'
import type { shell as english } from '../en-US/shell.ts'

export const shell: Translation<typeof english> = {
  'common.call': 'Llamar',
  'common.cancel': 'Cancelar',
  'common.close': 'Cerrar',
  'common.details': 'Detalles',
  'common.edit': 'Editar',
  'common.loading': 'Cargando',
  'common.more': 'Mostrar más',
  'common.none': 'Ninguna',
  'common.open-configuration': 'Abrir configuración',
  'common.reload': 'Recargar',
  'common.sign-in': 'Iniciar sesión',
  'common.clear-search': 'Borrar la búsqueda',
  'common.try-again': 'Reintentar',

  'shell.navigation': 'Principal',
  'shell.new-version': 'Parley se actualizó. Recarga la página para usar la nueva versión.',
  'shell.notifications': 'Notificaciones',
  'shell.skip': 'Ir al contenido',

  'start.failed': 'No se puede conectar con Parley',
  'start.failed-sentence':
    'No se puede conectar con el servicio telefónico. Revisa tu conexión y vuelve a intentarlo.',
  'start.join': 'Unirse a {workspace}',
  'start.join-workspace': 'Te han invitado a un espacio de trabajo.',
  'start.no-workspace': 'Todavía no estás en ningún espacio de trabajo',
  'start.not-ready': 'Tu teléfono no está listo',

  'status.connecting': 'Conectando',
  'status.microphone-blocked': 'Micrófono bloqueado',
  'status.no-answer': 'El servicio no responde',
  'status.no-network': 'Sin red',
  'status.not-a-member': 'No eres miembro de este espacio',
  'status.offline': 'Sin conexión',
  'status.ready': 'Listo',
  'status.round-trip': 'ida y vuelta {ms} ms',
  'status.signed-out': 'Sesión cerrada',
  'status.signed-out-in-call': 'Se cerró tu sesión en otra pestaña o navegador. Tu llamada terminó.',
  'status.too-many-connections': 'Demasiadas pestañas abiertas. Cierra algunas.',
  'status.wrong-origin': 'Esta dirección web no está permitida',

  'view.error': '¡Algo salió mal!',
  'view.error-sentence': 'No se pudo mostrar esta página. Vuelve a intentarlo o ve a otra página.',
  'view.hide-error': 'Ocultar error',
  'view.not-found': 'No encontrado',
  'view.not-found-sentence': 'Esta página no existe.',
  'view.show-error': 'Mostrar error',
  'view.to-calls': 'Ir a llamadas',

  'account.create-workspace': 'Crear espacio de trabajo',
  'account.language': 'Idioma',
  'account.own-number': 'Tu número: {number}',
  'account.menu': 'Cuenta de {name}',
  'account.new-workspace': 'Nuevo espacio de trabajo',
  'account.new-workspace-sentence':
    'Tiene sus propias llamadas, contactos y miembros. Tú serás su administrador.',
  'account.not-created': 'El espacio de trabajo no se creó.',
  'account.settings': 'Configuración de la cuenta',
  'account.disturb-off': 'Desactivar No molestar',
  'account.disturb-on': 'Activar No molestar',
  'account.shortcuts-off': 'Desactivar atajos de una tecla',
  'account.shortcuts-on': 'Activar atajos de una tecla',
  'account.sign-out': 'Cerrar sesión',
  'account.workspace': 'Espacio de trabajo',
  'account.workspace-limit': 'Ya estás en el máximo de espacios de trabajo. Primero sal de uno.',
  'account.workspace-name': 'Nombre',
  'account.workspace-name-missing': 'Escribe un nombre para el espacio de trabajo.',
  'account.you': 'Tú',

  'changes.discard': 'Descartar cambios',
  'changes.keep': 'Seguir editando',
  'changes.question': '¿Descartar los cambios?',
  'changes.sentence': 'Tus cambios no se han guardado.',

  'shortcuts.anywhere': 'En todas partes',
  'shortcuts.are-off': 'Los atajos de una tecla están desactivados. Actívalos en el menú de tu cuenta.',
  'shortcuts.back': 'Retroceder 10 s',
  'shortcuts.call': 'Llamar o elegir la primera coincidencia',
  'shortcuts.clear': 'Borrar',
  'shortcuts.dial': 'Abrir el teclado con este dígito',
  'shortcuts.dial-pad': 'En el campo del número',
  'shortcuts.forward': 'Avanzar 10 s',
  'shortcuts.hold': 'Poner en espera o retomar',
  'shortcuts.in-call': 'Durante una llamada',
  'shortcuts.key-enter': 'Enter',
  'shortcuts.key-escape': 'Esc',
  'shortcuts.key-space': 'Espacio',
  'shortcuts.keypad': 'Abrir o cerrar el teclado',
  'shortcuts.list': 'Mostrar esta lista',
  'shortcuts.mute': 'Silenciar o activar el micrófono',
  'shortcuts.play': 'Reproducir o pausar',
  'shortcuts.pause-recording': 'Pausar o reanudar la grabación',
  'shortcuts.transfer': 'Transferir la llamada',
  'shortcuts.record': 'Iniciar o detener la grabación',
  'shortcuts.recording': 'Con una grabación abierta',
  'shortcuts.ringing': 'Mientras suena',
  'shortcuts.search': 'Buscar',
  'shortcuts.send': 'Enviar tono',
  'shortcuts.single': 'Los atajos de una tecla funcionan mientras ningún campo de texto tiene el foco.',
  'shortcuts.move': 'Recorrer una lista',
  'shortcuts.title': 'Atajos de teclado',

  'error.concurrent.one':
    'Llamada no realizada: tu espacio de trabajo permite {count} llamada simultánea. Espera a que termine.',
  'error.concurrent.other':
    'Llamada no realizada: tu espacio de trabajo permite {count} llamadas simultáneas. Espera a que termine una.',
  'error.country-named':
    'Llamada no realizada: tu espacio de trabajo no permite llamadas a {country}. Pregunta a un administrador.',
  'error.number-taken-by': '{name} ya tiene este número.',
  'error.per-minute.one':
    'Llamada no realizada: tu espacio de trabajo permite {count} llamada por minuto. Espera un momento.',
  'error.per-minute.other':
    'Llamada no realizada: tu espacio de trabajo permite {count} llamadas por minuto. Espera un momento.',
  'error.too-many-requests.one':
    'Demasiadas solicitudes en poco tiempo. Espera {count} segundo y vuelve a intentarlo.',
  'error.too-many-requests.other':
    'Demasiadas solicitudes en poco tiempo. Espera {count} segundos y vuelve a intentarlo.',
  'error.ACCESS_TOKEN_EXPIRED': 'Tu sesión venció. Inicia sesión de nuevo.',
  'error.ACCOUNTS_UNREACHABLE': 'El servicio de cuentas no responde. Vuelve a intentarlo en un momento.',
  'error.BODY_PARSING_ERROR': 'No se puede leer la solicitud. Revisa lo que escribiste.',
  'error.CALLER_ID_NOT_YOURS': 'No puedes llamar desde este número porque no está asignado a ti. Elige otro.',
  'error.CALL_ON_OTHER_SERVER':
    'Esta llamada está en otro servidor y no se puede controlar desde aquí. Vuelve a intentarlo en un momento.',
  'error.CALLS_SUSPENDED':
    'Este servidor no puede hacer ni recibir llamadas por ahora. Vuelve a intentarlo en un momento.',
  'error.CALL_NOT_CONNECTED': 'Aún no es posible: la persona que llama todavía no está conectada contigo.',
  'error.CALL_ELSEWHERE': 'La llamada se contestó o se rechazó en otro lugar.',
  'error.CALL_ENDED': 'Esta llamada terminó.',
  'error.CALL_NOT_PARKABLE':
    'No se estacionó: la llamada debe estar contestada y no debe participar en ella otro miembro.',
  'error.EMERGENCY_CALL_NOT_PARKED': 'Las llamadas de emergencia no se pueden estacionar.',
  'error.PARKED_CALLS_LIMIT':
    'No se estacionó: tu equipo alcanzó su máximo de llamadas estacionadas. Primero toma una de ellas.',
  'error.CALL_NOT_PARKED': 'Esta llamada ya no está estacionada. Es posible que otro miembro la haya tomado.',
  'error.CALL_NOT_TRANSFERABLE': 'No se transfirió: otro participante debe haber contestado la llamada.',
  'error.EMERGENCY_CALL_OF_OTHER':
    'Otra persona llamó al servicio de emergencias. Solo ella puede ponerlo en espera o quitarlo. Puedes salir de la llamada.',
  'error.EMERGENCY_CALL_NOT_TRANSFERRED': 'Las llamadas de emergencia no se pueden transferir.',
  'error.TRANSFER_IN_PROGRESS':
    'Esta llamada se está transfiriendo. Completa la transferencia o vuelve primero con los demás.',
  'error.NO_TRANSFER': 'Esta llamada ya no se está transfiriendo.',
  'error.NOT_RECORDING': 'Esta llamada no se está grabando.',
  'error.CALLS_ON_DIFFERENT_SERVERS':
    'No se unieron: las llamadas están en servidores distintos. Agrega el número de una a la otra.',
  'error.CALLS_NOT_MERGEABLE':
    'No se unieron: ambas llamadas deben estar contestadas, y ningún número agregado puede seguir sonando.',
  'error.CALL_FULL': 'Esta llamada llegó al máximo de participantes. Inicia otra llamada.',
  'error.CALL_LIMIT_CONCURRENT':
    'Llamada no realizada: demasiadas llamadas simultáneas. Espera a que termine una.',
  'error.CALL_LIMIT_PER_MINUTE': 'Llamada no realizada: demasiadas llamadas en un minuto. Espera un momento.',
  'error.CALL_NOT_FOUND': 'Esta llamada no existe.',
  'error.CONTACT_CHANGED': 'Otra persona cambió este contacto. Recárgalo y vuelve a hacer tus cambios.',
  'error.CONTACT_LIMIT':
    'Este espacio de trabajo llegó al máximo de contactos. Elimina los que ya no necesites.',
  'error.CONTACT_PRIVATE_LIMIT':
    'Tienes en este espacio de trabajo todos los contactos privados que puede tener un miembro. Elimina algunos o compártelos con el espacio de trabajo.',
  'error.CONTACT_QUOTA_REACHED':
    'No se guardó: los contactos de tu espacio de trabajo alcanzaron su cuota. Acorta o elimina algunos, o pide más espacio al operador del servidor.',
  'error.CONTACT_NOT_FOUND': 'Este contacto no existe. Puede que se haya eliminado.',
  'error.CONTACT_NUMBER_TAKEN': 'Otro contacto ya tiene este número.',
  'error.COUNTRY_NOT_ALLOWED':
    'Llamada no realizada: tu espacio de trabajo no permite llamadas a este país. Pregunta a un administrador.',
  'error.EMERGENCY_NUMBER': 'Parley no puede llamar a emergencias. Usa ahora un teléfono celular o fijo.',
  'error.ENGINE_UNAVAILABLE':
    'No funcionó. Las llamadas en curso continúan. Vuelve a intentarlo en un momento.',
  'error.INVALID_PROJECT_FOR_ACCESS_TOKEN': 'Tu sesión es de otro servicio. Inicia sesión de nuevo.',
  'error.JOIN_ANSWER_INVALID':
    'No se pudo conectar el audio de este navegador. Recarga la página y vuelve a llamar.',
  'error.LEG_NOT_FOUND': 'Este participante no está en la llamada.',
  'error.NOT_IN_CALL': 'No estás en esta llamada.',
  'error.NO_NUMBER_LEFT':
    'No se hizo la llamada: la red de prueba incorporada no tiene un número para ti. Pide a un administrador que agregue una troncal.',
  'error.ANSWERED_CALL_LIMIT_USER':
    'No se contestó: tienes demasiadas llamadas. Primero termina una de ellas.',
  'error.ANSWERED_CALL_LIMIT_INSTALLATION':
    'No se contestó: este servidor ya tiene todas las llamadas que admite. Inténtalo de nuevo en un momento.',
  'error.CALL_LIMIT_INSTALLATION':
    'Llamada no realizada: este servidor ya tiene todas las llamadas que admite. Espera un momento.',
  'error.NUMBER_NOT_VALID': 'Llamada no realizada: este número no existe. Revísalo.',
  'error.EMAIL_NOT_VERIFIED':
    'Verifica tu correo electrónico antes de llamar a otros números o desviar llamadas. Mientras tanto puedes llamar a los miembros de tu espacio de trabajo y a los números integrados.',
  'error.TRUNKS_NOT_GRANTED':
    'Este espacio de trabajo no tiene troncales habilitadas. Consulta a quien administra este servidor.',
  'error.TRUNK_ADDRESS_TAKEN':
    'Otro espacio de trabajo usa esta dirección. Consulta a quien administra este servidor.',
  'error.TRUNK_PASSWORD_REQUIRED': 'Vuelve a escribir la contraseña, porque cambió el servidor o el usuario.',
  'error.NO_TRUNK':
    'Llamada no realizada: tu espacio de trabajo no tiene troncal a la red telefónica. Pide una a un administrador.',
  'error.NO_WORKSPACE':
    'Todavía no eres miembro de ningún espacio de trabajo. Pide una invitación a un administrador.',
  'error.NUMBER_NOT_UNDERSTOOD': 'Esto no es un número de teléfono válido. Revísalo.',
  'error.OWN_NUMBER': 'Este es tu propio número.',
  'error.PHONE_ADMIN_REQUIRED': 'Solo un administrador del teléfono puede hacer esto.',
  'error.PREMIUM_NUMBER': 'Llamada no realizada: es un número prémium.',
  'error.RECORDING_DISK_FULL':
    'No se graba: el disco del servidor está casi lleno. Pide a un administrador que libere espacio.',
  'error.DISK_FULL':
    'No se guardó: el disco del servidor está casi lleno. Pide a un administrador que libere espacio.',
  'error.RECORDING_LIMIT_REACHED':
    'No se graba: la grabación se inició demasiadas veces en esta llamada. Haz otra llamada para seguir grabando.',
  'error.RECORDING_LINK_EXPIRED': 'Este enlace a la grabación ya no vale. Recarga la página.',
  'error.RECORDING_NOT_FOUND': 'Esta grabación no existe.',
  'error.RECORDING_NOT_READY': 'Esta grabación se está procesando todavía. Espera un momento.',
  'error.RECORDING_QUOTA_REACHED':
    'No se graba: las grabaciones de tu espacio de trabajo alcanzaron su cuota. Elimina algunas o pide más espacio al operador del servidor.',
  'error.RECORDING_UNAVAILABLE':
    'El almacén de las grabaciones no responde. Vuelve a intentarlo en un momento.',
  'error.SCHEMA_ERROR': 'El formulario contiene un error. Revísalo.',
  'error.SERVER_STOPPING':
    'Este servidor está por reiniciarse y no admite llamadas nuevas. Vuelve a intentarlo en un momento.',
  'error.TOO_MANY_REQUESTS': 'Demasiadas solicitudes en poco tiempo. Espera un momento.',
  'error.TRUNK_HOST_NOT_ALLOWED': 'Este host está en una red privada bloqueada.',
  'error.TRUNK_HOST_NOT_FOUND': 'Este host no está en el DNS. Revisa cómo se escribe.',
  'error.TRUNK_LIMIT': 'Un espacio de trabajo puede tener 20 troncales. Elimina una primero.',
  'error.TRUNK_NEEDS_PUBLIC_HOST':
    'Una troncal fuera de esta máquina necesita el ajuste PARLEY_SIP_HOST: la dirección en la que llega a este servidor.',
  'error.TRUNK_NOT_FOUND': 'Esta troncal no existe. Puede que se haya eliminado.',
  'error.TRUNK_NUMBER_TAKEN': 'Otra troncal ya tiene uno de estos números.',
  'error.UNPARSABLE_ACCESS_TOKEN': 'Tu sesión no es válida. Inicia sesión de nuevo.',
  'error.UNSUPPORTED_ERROR': 'Algo salió mal. Vuelve a intentarlo.',
  'error.USER_AUTHENTICATION_REQUIRED': 'No has iniciado sesión.',
  'error.WORKSPACE_NOT_FOUND': 'No eres miembro de este espacio de trabajo. Pregunta a un administrador.',

  'failure.unknown': 'Algo salió mal. Vuelve a intentarlo.',
  'failure.unreachable': 'El servicio telefónico no responde. Revisa tu conexión y vuelve a intentarlo.',
}
