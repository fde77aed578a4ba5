/** Texts of the prompt that analyses calls. */
export const analysisPrompt = {
  'error.ANALYSIS_PROMPT_CHANGED':
    'Une autre personne a modifié les instructions entretemps. Comparez les modifications.',
  'error.ANALYSIS_PROMPT_UNCHANGED': 'Le brouillon est identique à la dernière version.',
  'error.ANALYSIS_PROMPT_EMPTY': 'Rédigez d’abord les instructions.',
  'error.ANALYSIS_PROMPT_VARIABLE_UNKNOWN': 'Les instructions contiennent une variable qui n’existe pas.',
  'error.ANALYSIS_PROMPT_VERSION_LIMIT':
    'Les instructions de cet espace de travail ont le nombre maximal de versions.',
  'error.ANALYSIS_PROMPT_VERSION_NOT_FOUND': 'Cette version des instructions n’existe pas.',
}
