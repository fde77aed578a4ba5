import type { Messages } from '../en-US/index.ts'

export const apiKeys = {
  'api-keys.expires': 'Caduca',
  'api-keys.expires-on': 'Caduca: {date}.',
  'api-keys.expired-on': 'Caducó: {date}.',
  'api-keys.no-end': 'No caduca.',
  'api-keys.expired': 'Caducada',
  'api-keys.scope.calls:read-all': 'Leer las llamadas de todos los miembros, con sus costes',
  'api-keys.without-scopes':
    'La clave se ha creado, pero sus permisos no se han guardado. Elígelos en la lista.',
  'api-keys.none': 'Aún no hay claves de API.',
  'api-keys.confirm': 'He copiado la clave',
  'api-keys.confirm-first': 'Primero confirma que has copiado la clave.',
  'api-keys.scopes-saved': 'Los permisos se han guardado.',
  'api-keys.revoke-title': '¿Revocar «{name}»?',
  'api-keys.was-revoked': 'Se ha revocado «{name}».',
  'api-keys.failed': 'No se ha guardado',
  'error.API_KEY_INVALID': 'Esta clave de API es desconocida, se ha revocado o ha caducado.',
  'error.API_KEY_NOT_FOUND': 'Esta clave de API no existe o se ha revocado.',
  'audit.action.api_key.scopes_changed': 'Se han cambiado los permisos de una clave de API',
  'audit.action.contact.created': 'Se ha añadido un contacto con una clave de API',
  'audit.action.contact.deleted': 'Se ha eliminado un contacto con una clave de API',
  'audit.action.contact.updated': 'Se ha cambiado un contacto con una clave de API',
} satisfies Partial<Messages>
