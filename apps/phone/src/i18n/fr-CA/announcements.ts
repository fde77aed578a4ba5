/** Texts of announcements and greetings. */
export const announcements = {
  'error.ANNOUNCEMENT_NOT_FOUND': 'Cette annonce n’existe plus. Rechargez la page.',
  'error.ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD':
    'Non enregistré : ce son est illisible. Choisissez un autre fichier.',
  'error.ANNOUNCEMENT_LENGTH': 'Non enregistré : une annonce dure d’une demi-seconde à trois minutes.',
  'error.ANNOUNCEMENT_TOO_LONG':
    'Non remplacée : ce qui est dit à la vérification d’un numéro, ou comme position dans une file d’attente, dure au plus dix secondes. Choisissez une annonce plus courte.',
  'error.ANNOUNCEMENT_SILENT':
    'Non remplacée : cette annonce est silencieuse ou s’entend pendant moins d’une demi-seconde. Les autres ne sauraient pas que l’appel est enregistré, ni pourquoi on les appelle. Choisissez une autre annonce.',
  'error.ANNOUNCEMENT_LIMIT': 'Votre espace de travail a 50 annonces. Supprimez-en une d’abord.',
  'error.ANNOUNCEMENT_QUOTA_REACHED':
    'Non enregistré : les annonces de votre espace de travail, ou toutes celles que vous avez envoyées, ont atteint leur quota. Supprimez-en ou demandez plus d’espace à l’exploitant du serveur.',
  'error.ANNOUNCEMENT_QUOTA_UNVERIFIED':
    'Non enregistré : vérifiez votre adresse courriel avant d’enregistrer autant d’annonces.',
  'error.ANNOUNCEMENT_IN_USE':
    'Non supprimée : cette annonce est utilisée. Choisissez-en d’abord une autre dans l’acheminement ou sous « Jouées par Parley ».',
  'error.ROUTING_ANNOUNCEMENT_NOT_FOUND':
    'Non enregistré : l’annonce choisie a été supprimée. Choisissez-en une autre.',
  'announcements.add': 'Ajouter une annonce',
  'announcements.add-greeting': 'Ajouter votre propre message d’accueil',
  'announcements.added': 'L’annonce a été ajoutée.',
  'announcements.audio': 'Son',
  'announcements.audio-hint': 'WAV ou MP3, jusqu’à 5 Mo et trois minutes.',
  'announcements.audio-missing': 'Enregistrez le son ou choisissez un fichier.',
  'announcements.by-parley': 'Celle de Parley',
  'announcements.change-greeting': 'Modifier le message d’accueil',
  'announcements.choose-file': 'Choisir un fichier',
  'announcements.chosen': 'L’annonce choisie',
  'announcements.delete': 'Supprimer l’annonce « {name} »',
  'announcements.delete-confirm': 'Supprimer l’annonce',
  'announcements.delete-greeting-question': 'Supprimer votre propre message d’accueil ?',
  'announcements.delete-question': 'Supprimer l’annonce « {name} » ?',
  'announcements.delete-sentence': 'Le son ne peut pas être restauré.',
  'announcements.deleted': 'L’annonce a été supprimée.',
  'announcements.greeting': 'Message d’accueil',
  'announcements.greeting-hint': 'Ajoutez les vôtres sous « Annonces ».',
  'announcements.intro':
    'Ce qu’entendent les appelants et les appelés : les messages d’accueil de la messagerie, la musique et ce que Parley dit sinon. Les modifications valent dès l’appel suivant.',
  'announcements.name-recording-starts': 'Avant l’enregistrement d’un appel',
  'announcements.name-recording-stops': 'Après l’arrêt d’un enregistrement',
  'announcements.name-voicemail-greeting': 'Message d’accueil de la messagerie',
  'announcements.name-menu-prompt': 'Menu : demande une touche',
  'announcements.name-menu-invalid': 'Menu : la touche n’est pas offerte',
  'announcements.name-verification-request': 'Vérification d’un numéro : demande le code',
  'announcements.name-verification-wrong': 'Vérification d’un numéro : le code est faux',
  'announcements.name-verification-done': 'Vérification d’un numéro : le code est juste',
  'announcements.name-verification-over': 'Vérification d’un numéro : plus d’essais',
  'announcements.name-hold-music': 'Musique d’attente et des files d’attente',
  'announcements.name-queue-position': 'Position {position} dans une file d’attente',
  'announcements.name-queue-position-many': 'Position après la {position} dans une file d’attente',
  'announcements.queue-positions': 'Positions dans une file d’attente',
  'announcements.queue-positions-hint':
    'Remplacez-les toutes pour que les appelants entendent une seule voix.',
  'announcements.none':
    'Pas encore d’annonce. Enregistrez-en une ou envoyez un fichier WAV ou MP3, puis choisissez-la dans un acheminement vers la messagerie ou ci-dessous.',
  'announcements.not-understood': 'Ce son est illisible. Choisissez un fichier WAV ou MP3.',
  'announcements.of-parley': 'Jouées par Parley',
  'announcements.own': 'Vos annonces',
  'announcements.own-greeting': 'Les appelants entendent votre propre message d’accueil, {length}.',
  'announcements.play': 'Lire',
  'announcements.record': 'Enregistrer',
  'announcements.save': 'Enregistrer le message d’accueil',
  'announcements.stop': 'Arrêter',
  'announcements.stop-recording': 'Arrêter l’enregistrement',
  'announcements.title': 'Annonces',
  'announcements.too-large': 'Ce fichier dépasse 5 Mo. Choisissez-en un plus petit.',
  'announcements.too-long': 'Ce son dure plus de trois minutes. Choisissez-en un plus court.',
  'announcements.too-short':
    'Ce son dure moins d’une demi-seconde. Enregistrez-le de nouveau ou choisissez un autre fichier.',
  'announcements.use-usual': 'Utiliser le message d’accueil habituel',
  'announcements.usual': 'Le message d’accueil habituel',
  'announcements.usual-greeting': 'Les appelants entendent le message d’accueil habituel.',
}
