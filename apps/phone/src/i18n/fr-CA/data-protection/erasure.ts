import type { Messages } from '../../en-US/index.ts'

export const erasure = {
  'erasure.title': 'Effacer les données d’une personne',
  'erasure.sentence':
    'Supprime ce qui est enregistré sur un numéro de téléphone, ou sur une personne qui a quitté l’espace de travail. Le journal conserve le moment et la durée des appels.',
  'erasure.of': 'Données de',
  'erasure.of-number': 'Un numéro de téléphone',
  'erasure.of-user': 'Un ancien membre',
  'erasure.number': 'Numéro de téléphone',
  'erasure.number-missing': 'Entrez un numéro de téléphone.',
  'erasure.user': 'Ancien membre',
  'erasure.user-missing': 'Choisissez une personne.',
  'erasure.no-former': 'Aucun appel ne nomme un ancien membre.',
  'erasure.preview': 'Effacer…',
  'erasure.question-number': 'Effacer les données de {number}?',
  'erasure.question-user': 'Effacer les données de {name}?',
  'erasure.warning-number':
    'Cette action est irréversible. Elle touche aussi les contacts privés et les messages vocaux d’autres membres.',
  'erasure.warning-user':
    'Cette action est irréversible. Les enregistrements et les numéros des autres personnes restent.',
  'erasure.before': 'Les mêmes données ont été effacées pour la dernière fois le {day}.',
  'erasure.will-delete': 'Ce qui est supprimé',
  'erasure.nothing': 'Rien n’est enregistré en ce moment qui serait supprimé.',
  'erasure.running-calls.one': '{count} appel est en cours. Ses données sont supprimées après sa fin.',
  'erasure.running-calls.other':
    '{count} appels sont en cours. Leurs données sont supprimées après leur fin.',
  'erasure.calls-with-others.one':
    '{count} appel avait d’autres participants au téléphone. Tous ses enregistrements sont supprimés.',
  'erasure.calls-with-others.other':
    '{count} appels avaient d’autres participants au téléphone. Tous leurs enregistrements sont supprimés.',
  'erasure.other-numbers.one': 'Les contacts ont {count} autre numéro. Ses appels ne sont pas effacés.',
  'erasure.other-numbers.other': 'Les contacts ont {count} autres numéros. Leurs appels ne sont pas effacés.',
  'erasure.remains': 'Ce qui reste',
  'erasure.remains-number':
    'Le moment, la durée et le sens de chaque appel, son coût et les membres qui y ont participé.',
  'erasure.remains-user':
    'Le moment, la durée et le sens de chaque appel, son coût, ses notes et les données des autres personnes.',
  'erasure.remains-blocked.one': '{count} entrée parmi les numéros bloqués, pour que le numéro reste bloqué.',
  'erasure.remains-blocked.other':
    '{count} entrées parmi les numéros bloqués, pour que le numéro reste bloqué.',
  'erasure.remains-routing': 'L’acheminement, qui utilise le numéro.',
  'erasure.remains-forwardings.one': 'Le renvoi de {count} membre vers ce numéro.',
  'erasure.remains-forwardings.other': 'Les renvois de {count} membres vers ce numéro.',
  'erasure.remains-always':
    'Le journal d’audit jusqu’à l’expiration de ses entrées, les courriels dans les boîtes de leurs destinataires, les sauvegardes et les mentions dans des textes sur d’autres appels et contacts.',
  'erasure.confirm': 'Effacer définitivement',
  'erasure.requested': 'L’effacement a commencé',
  'erasure.list': 'Effacements',
  'erasure.none': 'Rien n’a encore été effacé.',
  'erasure.item-number': 'Numéro se terminant par {digits}',
  'erasure.item-user': 'Ancien membre',
  'erasure.by': 'Demandé par {name} : {day}, {time}',
  'erasure.running': 'En cours',
  'erasure.complete': 'Terminé : {day}, {time}',
  'erasure.stopped': 'Arrêté avant la fin : {day}, {time}',
  'erasure.problem-calls-running': 'Attend la fin d’appels.',
  'erasure.problem-import-running': 'Attend la fin d’une importation de contacts.',
  'erasure.problem-audio-not-deleted':
    'Des fichiers d’enregistrements ne sont pas encore supprimés de leur stockage. Une nouvelle tentative aura lieu.',
  'erasure.problem-audio-lost':
    'Des fichiers d’enregistrements se trouvent sur un serveur arrêté depuis un jour. Ils seront supprimés s’il redémarre.',
  'erasure.problem-failed': 'La dernière tentative a échoué. Elle est répétée automatiquement.',
  'erasure.problem-member-again':
    'Cette personne est de nouveau membre de l’espace de travail. Ce qui figure ici a été effacé avant.',
  'erasure.download-json': 'Reçu pour logiciels (JSON)',
  'erasure.download-text': 'Reçu (texte)',
  'erasure.receipt-title': 'Reçu d’un effacement',
  'erasure.receipt-id': 'Effacement : {id}',
  'erasure.receipt-workspace': 'Espace de travail : {name}',
  'erasure.receipt-fingerprint': 'Empreinte du numéro ou de la personne : {fingerprint}',
  'erasure.receipt-requested': 'Demandé par {name} : {time}',
  'erasure.receipt-completed': 'Terminé : {time}',
  'erasure.receipt-stopped': 'Arrêté avant la fin : {time}',
  'erasure.receipt-deleted': 'Supprimé :',
  'erasure.count-calls.one': '{count} entrée du journal d’appels sans son numéro ni son nom.',
  'erasure.count-calls.other': '{count} entrées du journal d’appels sans leur numéro ni leur nom.',
  'erasure.count-recordings.one': '{count} enregistrement.',
  'erasure.count-recordings.other': '{count} enregistrements.',
  'erasure.count-voicemails.one': '{count} message vocal.',
  'erasure.count-voicemails.other': '{count} messages vocaux.',
  'erasure.count-transcripts.one': '{count} transcription avec ses analyses.',
  'erasure.count-transcripts.other': '{count} transcriptions avec leurs analyses.',
  'erasure.count-notes.one': 'Notes et étiquettes de {count} appel.',
  'erasure.count-notes.other': 'Notes et étiquettes de {count} appels.',
  'erasure.count-comments.one': '{count} commentaire.',
  'erasure.count-comments.other': '{count} commentaires.',
  'erasure.count-mails.one': '{count} courriel enregistré.',
  'erasure.count-mails.other': '{count} courriels enregistrés.',
  'erasure.count-contacts.one': '{count} contact.',
  'erasure.count-contacts.other': '{count} contacts.',
  'erasure.count-contactCopies.one':
    '{count} version antérieure d’un contact, avec laquelle un changement pourrait être annulé.',
  'erasure.count-contactCopies.other':
    '{count} versions antérieures de contacts, avec lesquelles des changements pourraient être annulés.',
  'erasure.count-importFiles.one': '{count} fichier de contacts téléversé et non importé.',
  'erasure.count-importFiles.other': '{count} fichiers de contacts téléversés et non importés.',
  'erasure.count-rejectedCalls.one': '{count} appel non autorisé.',
  'erasure.count-rejectedCalls.other': '{count} appels non autorisés.',
  'erasure.count-names.one': 'Le nom à {count} autre endroit.',
  'erasure.count-names.other': 'Le nom à {count} autres endroits.',
  'calls.erased': 'Numéro effacé',
  'call.erased': 'Les données d’une personne de cet appel ont été effacées : {when}',
  'error.CALL_ERASED': 'Non enregistré : les données de cet appel ont été effacées.',
  'error.OWN_NUMBER_NOT_ERASED':
    'Non effacé : c’est un numéro de votre espace de travail ou d’un membre. Retirez-le d’abord à cet endroit.',
  'error.MEMBER_NOT_ERASED':
    'Non effacé : cette personne est membre de l’espace de travail. Retirez-la d’abord.',
  'error.FORMER_MEMBER_NOT_FOUND': 'Non effacé : aucune donnée de cette personne n’a été trouvée.',
  'error.ERASURE_NOT_FOUND': 'Cet effacement n’existe pas.',
  'error.ERASURE_RUNNING': 'Ces données sont déjà en cours d’effacement.',
  'error.ERASURE_LIMIT':
    'Non effacé : trop d’effacements sont en cours. Attendez que certains soient terminés.',
} satisfies Partial<Messages>
