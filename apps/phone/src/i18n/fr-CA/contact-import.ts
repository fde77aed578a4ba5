/** Texts of the import and export of contacts. */
export const contactImport = {
  'error.CONTACT_FILE_EMPTY': 'Ce fichier ne contient aucun contact. Choisissez-en un autre.',
  'error.CONTACT_FILE_NOT_UNDERSTOOD':
    'Ce n’est ni un fichier CSV ni un fichier vCard. Dans un tableur, enregistrez le tableau en CSV, puis choisissez ce fichier.',
  'error.CONTACT_FILE_TOO_MANY_COLUMNS':
    'Ce fichier compte plus de 200 colonnes. Supprimez celles dont vous n’avez pas besoin.',
  'error.CONTACT_FILE_TOO_MANY_ROWS':
    'Ce fichier compte plus de 100 000 lignes. Divisez-le en plusieurs fichiers.',
  'error.CONTACT_FILE_UNREADABLE':
    'Le fichier est illisible : un guillemet n’est pas fermé ou une ligne est trop longue.',
  'error.file-unreadable-from':
    'Le fichier est illisible à partir de la ligne {line} : un guillemet n’est pas fermé ou une ligne est trop longue.',
  'error.CONTACT_IMPORT_NOT_FOUND': 'Cette importation n’existe plus. Choisissez de nouveau le fichier.',
  'error.CONTACT_IMPORT_NOT_UNDOABLE': 'Cette importation ne peut plus être annulée.',
  'error.CONTACT_IMPORT_RUNNING':
    'Des contacts sont en cours d’importation. Réessayez quand ce sera terminé.',
  'error.CONTACT_IMPORT_SPACE':
    'D’autres membres de votre espace de travail importent des contacts en ce moment. Réessayez plus tard.',
}
