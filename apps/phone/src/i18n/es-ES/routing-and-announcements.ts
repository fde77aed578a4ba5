import type { Messages } from '../en-US/index.ts'

/** Routing, forwarding and announcements in European Spanish. */
export const routingAndAnnouncements = {
  'announcements.add': 'Añadir anuncio',
  'announcements.add-greeting': 'Añadir saludo propio',
  'announcements.added': 'Se ha añadido el anuncio.',
  'announcements.deleted': 'Se ha eliminado el anuncio.',
  'announcements.greeting-hint': 'Añade los tuyos en «Anuncios».',
  'error.ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD':
    'No se ha guardado: este audio no se puede leer. Elige otro archivo.',
  'error.ANNOUNCEMENT_IN_USE':
    'No se ha eliminado: este anuncio está en uso. Antes elige otro en las rutas o en «Reproducidos por Parley».',
  'error.ANNOUNCEMENT_TOO_LONG':
    'No se ha reemplazado: lo que se dice al verificar un número o como lugar en una cola dura como máximo diez segundos. Elige un anuncio más corto.',
  'error.ANNOUNCEMENT_SILENT':
    'No se ha reemplazado: este anuncio está en silencio o se oye menos de medio segundo. Las otras personas no sabrían que la llamada se graba ni por qué se las llama. Elige otro anuncio.',
  'error.ANNOUNCEMENT_LENGTH': 'No se ha guardado: un anuncio dura de medio segundo a tres minutos.',
  'error.ROUTING_ANNOUNCEMENT_NOT_FOUND':
    'No se ha guardado: se ha eliminado el anuncio elegido. Elige otro.',
  'usage.announcements-hint':
    'Cuando se llene, no se podrán añadir anuncios. Elimina los anuncios que ya no se necesiten o pide más espacio al operador del servidor.',
  'routing.add-queue': 'Añadir cola',
  'routing.no-queues-yet':
    'En una cola, quienes llaman esperan con música hasta que un miembro del grupo esté libre. Primero añade un grupo.',
  'routing.add-group': 'Añadir grupo',
  'routing.add-holiday': 'Añadir festivo',
  'routing.add-hours': 'Añadir horario',
  'routing.add-interval': 'Añadir horas: {day}',
  'routing.add-member': 'Añadir miembro',
  'routing.date-missing': 'Introduce la fecha de cada festivo.',
  'routing.date-twice': 'Dos festivos tienen la misma fecha.',
  'routing.holiday': 'Festivo',
  'routing.holiday-count.one': '{count} festivo',
  'routing.holiday-count.other': '{count} festivos',
  'routing.holiday-name': 'Nombre del festivo',
  'routing.holidays': 'Festivos',
  'routing.name-missing': 'Introduce un nombre.',
  'routing.no-holidays': 'Sin festivos. En un festivo no valen los horarios de arriba.',
  'routing.number-missing': 'Introduce un número de teléfono.',
  'forwarding.unanswered': 'Las que no respondo',
  'routing.ring-seconds-wrong': 'Introduce un número entero de {min} a {max}.',
  'routing.strategy-all-hint': 'Quien responde primero recibe la llamada.',
  'routing.add-key': 'Añadir tecla',
  'routing.add-menu': 'Añadir menú',
  'routing.menu-fallback': 'Si no se pulsa ninguna tecla',
  'routing.menu-label-missing': 'Introduce una etiqueta.',
  'routing.menu-sentence':
    'Quienes llaman oyen el anuncio y pulsan una tecla. Tras 5 segundos sin tecla, lo oyen una vez más.',
  'routing.test-no-key': 'No se ha pulsado ninguna tecla del menú. En esta prueba no suena ningún teléfono.',
  'routing.test-not-played': 'El anuncio no se ha podido reproducir aquí.',
  'routing.test-sentence':
    'Oyes lo mismo que quienes llaman. Pulsa las teclas aquí o en tu teclado. No suena ningún teléfono.',
  'routing.when-unanswered': 'Si nadie responde',
  'error.ANNOUNCEMENT_QUOTA_REACHED':
    'No se ha guardado: los anuncios de tu espacio de trabajo, o todos los que has subido, han alcanzado su cuota. Elimina algunos o pide más espacio al operador del servidor.',
  'error.ANNOUNCEMENT_QUOTA_UNVERIFIED':
    'No se ha guardado: para guardar tantos anuncios, verifica antes tu correo electrónico.',
} satisfies Partial<Messages>
