import type { SettingsMessages } from './en-US.ts'
import { settingsEsES } from './es-ES.ts'

/** Latin American Spanish, as differences from the Spanish of Spain. */
export const settingsEs419: SettingsMessages = {
  ...settingsEsES,
  'page.session-ended': 'No se encontró ninguna sesión activa',
  'profile.crop-failed': 'No se pudo recortar la imagen',
  'emails.none': 'Todavía no hay ninguna dirección. Agrega una abajo.',
  'emails.last': 'Es tu último correo para iniciar sesión. Agrega otro antes.',
  'emails.add': 'Agregar',
  'emails.added': 'Dirección agregada. Abre el enlace del correo para verificarla.',
  'methods.only': 'Es tu única forma de iniciar sesión. Agrega otra antes.',
  'password.needs-email': 'Agrega antes un correo para iniciar sesión.',
  'passkey.cancelled': 'No se creó la llave de acceso. Cerraste el aviso o se agotó el tiempo.',
  'passkey.failed': 'No se pudo registrar la llave de acceso.',
  'factor.wrong': 'El código no es correcto. Intenta de nuevo.',
  'factor.replaces-codes': 'Los códigos nuevos reemplazan a los anteriores.',
  'secret.copy-failed': 'No se pudo copiar. Selecciona el texto y cópialo.',
  'secret.confirm': 'Lo guardé',
  'secret.confirm-several': 'Los guardé',
  'secret.confirm-first': 'Confirma que lo guardaste.',
  'secret.confirm-several-first': 'Confirma que los guardaste.',
  'sessions.all-ended': 'Se cerraron las demás sesiones',
  'keys.expires': 'Vence',
  'keys.expires-on': 'vence: {date}',
  'keys.no-end': 'no vence',
  'keys.expired': 'Vencida',
  'keys.was-revoked': 'Se revocó «{name}»',
  'error.rejected': 'El servicio rechazó este cambio.',
  'error.rejected-advice': 'Recarga la página e intenta de nuevo.',
  'page.anonymous': 'Todavía no tienes una cuenta. Crea una para conservar lo que hiciste hasta ahora.',
}
