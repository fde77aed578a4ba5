import type { ComponentMessages } from './en-US.ts'

/** The differences from the Spanish of Spain. */
export const componentsEs419: Partial<ComponentMessages> = {
  'user.settings': 'Configuración de la cuenta',
  'teams.settings': 'Configuración del equipo',
}
