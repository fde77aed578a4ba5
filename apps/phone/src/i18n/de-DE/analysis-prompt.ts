/** Texts of the prompt that analyses calls. */
export const analysisPrompt = {
  'error.ANALYSIS_PROMPT_CHANGED':
    'Der Prompt wurde inzwischen von einer anderen Person bearbeitet. Vergleichen Sie die Änderungen.',
  'error.ANALYSIS_PROMPT_UNCHANGED': 'Der Entwurf stimmt mit der neuesten Version überein.',
  'error.ANALYSIS_PROMPT_EMPTY': 'Schreiben Sie zuerst einen Prompt.',
  'error.ANALYSIS_PROMPT_VARIABLE_UNKNOWN': 'Der Prompt enthält eine Variable, die es nicht gibt.',
  'error.ANALYSIS_PROMPT_VERSION_LIMIT':
    'Der Prompt dieses Arbeitsbereichs hat die höchste Anzahl von Versionen.',
  'error.ANALYSIS_PROMPT_VERSION_NOT_FOUND': 'Diese Version des Prompts gibt es nicht.',
}
