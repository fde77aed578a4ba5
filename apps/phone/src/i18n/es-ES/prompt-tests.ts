import type { Messages } from '../en-US/index.ts'

export const promptTests = {
  'reference.intro':
    'Las llamadas de referencia deben tener sus valores esperados antes de que se publique una versión. Añade una en los detalles de una llamada o en una prueba.',
  'reference.no-fields': 'Las instrucciones no tienen campos de salida. Añade uno primero.',
  'reference.check-needed':
    'Las llamadas de referencia no se han probado con este borrador. Pruébalas para publicarlo.',
  'reference.check-failed.one':
    '{count} llamada de referencia no ha pasado la prueba. Cambia las instrucciones, espera los valores nuevos o quita la referencia.',
  'reference.check-failed.other':
    '{count} llamadas de referencia no han pasado la prueba. Cambia las instrucciones, espera los valores nuevos o quita las referencias.',
} satisfies Partial<Messages>
