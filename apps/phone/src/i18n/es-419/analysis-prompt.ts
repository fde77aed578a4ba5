/** Texts of the prompt that analyses calls. */
export const analysisPrompt = {
  'error.ANALYSIS_PROMPT_CHANGED':
    'Otra persona editó las instrucciones mientras tanto. Compara los cambios.',
  'error.ANALYSIS_PROMPT_UNCHANGED': 'El borrador es igual a la última versión.',
  'error.ANALYSIS_PROMPT_EMPTY': 'Primero escribe las instrucciones.',
  'error.ANALYSIS_PROMPT_VARIABLE_UNKNOWN': 'Las instrucciones contienen una variable que no existe.',
  'error.ANALYSIS_PROMPT_VERSION_LIMIT':
    'Las instrucciones de este espacio de trabajo tienen el máximo de versiones.',
  'error.ANALYSIS_PROMPT_VERSION_NOT_FOUND': 'Esta versión de las instrucciones no existe.',
}
