import type { Messages } from '../en-US/index.ts'

export const contactsAndCalls = {
  'bulk.too-many-ids': 'Selecciona hasta 1.000 uno a uno, o todos los de una búsqueda.',
  'bulk.add-tag': 'Añadir etiqueta',
  'changes.undo-deletion-sentence': 'Los contactos eliminados se vuelven a añadir.',
  'changes.undo-edited': 'El contacto se ha editado después de combinarlo. Esos cambios se pierden.',
  'error.CONTACT_SELECTION_TOO_LARGE': 'Se pueden cambiar hasta 5.000 contactos a la vez. Acota la búsqueda.',
  'error.CONTACT_MERGE_TOO_LARGE':
    'No se han combinado: los dos contactos juntos tienen más de lo que permite un contacto. Elimina antes números, correos, etiquetas o notas.',
  'fields.none': 'Aún no hay campos. Añade lo que necesiten tus contactos, como un número de cliente.',
  'fields.add': 'Añadir campo',
  'error.CONTACT_FIELDS_CHANGED': 'No se ha guardado: otra persona ha cambiado los campos mientras tanto.',
  'error.CALL_NOT_ENDED': 'No se ha asignado: esta llamada todavía no ha terminado.',
  'error.ASSIGNEE_NOT_FOUND': 'No se ha asignado: esta persona no es miembro del espacio de trabajo.',
  'error.ASSIGNMENT_CHANGED': 'Mientras tanto, esta llamada se ha asignado a otro miembro.',
  'assignment.by': 'La ha asignado {name}',
  'assignment.done-by': 'Lo ha hecho {name}, {when}',
  'comments.add': 'Añadir comentario',
  'tags.add': 'Añadir',
  'provider.base-url-hint': 'Por ejemplo, https://api.example.com/v1. Parley añade {path}.',
  'provider.removed': 'Se ha quitado el proveedor',
  'transcript.retries': 'El último intento ha fallado. Parley lo vuelve a intentar a las {time}.',
  'mail.host-missing': 'Introduce un nombre de host o una dirección IP.',
  'mail.port-wrong': 'Introduce un número del 1 al 65535.',
  'mail.password-missing': 'Introduce la contraseña.',
  'mail.password-needed': 'La contraseña guardada es del servidor anterior. Introduce la de este servidor.',
  'mail.sender-name-missing': 'Introduce el nombre que ven los destinatarios.',
  'mail.address-wrong': 'Introduce una dirección de correo completa.',
  'mail.saved': 'Se ha guardado el servidor de correo',
  'mail.removed': 'Se ha quitado el servidor de correo',
  'mail.test-passed': 'El servidor ha aceptado el correo. Búscalo en el buzón de {address}.',
  'mail.test-failed': 'El correo no se ha enviado',
  'mail.step-failed': 'Ha fallado',
  'mail.state-failed': 'Ha fallado',
  'mail-problem.time-out': 'El servidor no ha respondido a tiempo. Revisa el servidor y el puerto.',
  'mail-problem.tls':
    'La conexión no se ha podido cifrar. Revisa el puerto, el cifrado y el certificado del servidor.',
  'mail-problem.auth-refused':
    'El servidor ha rechazado el nombre de usuario o la contraseña. Introduce ambos de nuevo.',
  'mail-problem.sender-refused': 'El servidor ha rechazado la dirección del remitente. Revisa la dirección.',
  'mail-problem.recipient-refused': 'El servidor ha rechazado al destinatario.',
  'mail-problem.rejected': 'El servidor ha rechazado el correo.',
  'mail-problem.unknown': 'El servidor ha terminado la conexión.',
  'mail-problem.unreadable':
    'La contraseña o el correo guardados ya no se pueden leer. Introduce de nuevo la contraseña del servidor.',
  'mail-problem.not-configured': 'Se ha quitado el servidor de correo.',
  'error.MAIL_PASSWORD_REQUIRED':
    'Introduce de nuevo la contraseña: la guardada se usa solo con el servidor, el puerto y el nombre de usuario con los que se guardó.',
  'error.TRANSCRIPT_LINE_CHANGED': 'No se ha guardado: otra persona ha cambiado esta línea mientras tanto.',
  'error.TRANSCRIPT_EDIT_LIMIT': 'No se ha guardado: esta línea ya se ha editado el máximo de veces.',
  'live.not-audible': 'No oyes a {name}: no llega audio',
  'one-way.nothing-arrives':
    'No llega audio de su red telefónica. Pregunta si te oye o vuelve a llamar. Si ocurre a menudo, pide a un administrador que revise el cortafuegos y la troncal.',
  'one-way.private-address':
    'La red telefónica indica para su audio una dirección privada, que no es accesible. Pide a un administrador que revise la configuración de NAT de la centralita detrás de la troncal.',
  'error.SUMMARY_RECIPIENT_NOT_ALLOWED':
    'No se ha enviado: un destinatario ya no es miembro o no puede ver la llamada.',
} satisfies Partial<Messages>
