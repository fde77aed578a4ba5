/** Texts of voicemail. */
export const voicemail = {
  'error.VOICEMAIL_ANSWERED_BEFORE':
    'Cet appel a déjà été pris et vous est revenu. La messagerie ne peut pas y répondre.',
  'error.VOICEMAIL_FULL': 'Il n’y a plus de place pour un autre message. L’appel sonne toujours.',
  'error.VOICEMAIL_NOT_FOUND': 'Ce message n’existe plus.',
  'error.VOICEMAIL_OFF': 'Votre messagerie est désactivée. L’appel sonne toujours.',
  'calls.filter-voicemail': 'Messagerie',
  'voicemail.close-player': 'Fermer le lecteur du message de {name}',
  'voicemail.dealt-with-by': 'traité par {name}',
  'voicemail.delete': 'Supprimer le message de {name}',
  'voicemail.delete-confirm': 'Supprimer le message',
  'voicemail.delete-question': 'Supprimer le message de {name}?',
  'voicemail.delete-sentence': 'L’audio est supprimé et ne peut être récupéré. L’appel reste dans la liste.',
  'voicemail.deleted': 'Le message a été supprimé.',
  'voicemail.for-own': 'pour vous',
  'voicemail.for-workspace': 'pour l’espace de travail',
  'voicemail.is-dealt-with': 'Traité',
  'voicemail.is-new': 'Nouveau',
  'voicemail.mark-dealt-with': 'Marquer le message de {name} comme traité',
  'voicemail.mark-new': 'Marquer le message de {name} comme nouveau',
  'voicemail.none':
    'Aucun message. Quand vous ne répondez pas à un appel à votre numéro, la personne peut en laisser un.',
  'voicemail.play': 'Écouter le message de {name}',
  'voicemail.setting': 'La messagerie répond aux appels auxquels je ne réponds pas',
  'voicemail.setting-hint': 'Les appels à votre numéro, après {seconds} secondes ou si vous les refusez.',
  'voicemail.title': 'Messagerie vocale',
}
