/** Texts of the numbers about a conversation, and of the silence that the player skips. */
export const conversation = {
  'conversation.failed':
    'L’enregistrement ne peut pas être lu : il n’y a pas de chiffres sur cette conversation.',
  'conversation.how': 'Comment ces chiffres sont calculés',
  'conversation.how-sentence':
    'Ils sont mesurés dans l’audio, à quelques dixièmes de seconde près; la musique sur la ligne peut compter comme de la parole. Part de parole : la part d’une personne dans tout ce qui est dit. Plus long monologue : avec des pauses d’au plus 3 s, jusqu’à ce qu’une autre personne parle pendant au moins 1 s. Interruption : une personne commence à parler pendant qu’une autre parle, qui s’arrête en moins de 3 s. Délai de réponse : le silence habituel avant une réponse. Silence : personne ne parle, y compris en attente et pendant que l’enregistrement est en pause.',
  'conversation.interruptions': 'Interruptions',
  'conversation.longest-monologue': 'Plus long monologue',
  'conversation.longest-silence': 'Plus long silence',
  'conversation.none': 'Aucun',
  'conversation.reply-gap': 'Délai de réponse',
  'conversation.show': 'Placer la lecture à {position}',
  'conversation.silence': 'Silence',
  'conversation.talk-share': 'Part de parole',
  'conversation.talk-time': 'Temps de parole',
  'conversation.title': 'Conversation',
  'conversation.too-short': 'On parle moins de 10 s, trop peu pour des chiffres sur cette conversation.',
  'conversation.waiting':
    'Les chiffres sur cette conversation sont en cours de calcul. Ils s’afficheront ici.',
  'player.skip-silence': 'Ignorer les silences',
  'player.skips-silence': 'Silences ignorés',
}
