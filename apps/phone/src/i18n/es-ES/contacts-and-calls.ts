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
  'provider.base-url-hint': 'Por ejemplo, https://api.example.com/v1. Parley añade /audio/transcriptions.',
  'provider.removed': 'Se ha quitado el proveedor',
  'transcript.retries': 'El último intento ha fallado. Parley lo vuelve a intentar a las {time}.',
  'error.TRANSCRIPT_LINE_CHANGED': 'No se ha guardado: otra persona ha cambiado esta línea mientras tanto.',
  'error.TRANSCRIPT_EDIT_LIMIT': 'No se ha guardado: esta línea ya se ha editado el máximo de veces.',
} satisfies Partial<Messages>
