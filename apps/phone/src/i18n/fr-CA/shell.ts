import type { Translation } from '@parley/i18n'
import type { shell as english } from '../en-US/shell.ts'

export const shell: Translation<typeof english> = {
  'common.call': 'Appeler',
  'common.cancel': 'Annuler',
  'common.close': 'Fermer',
  'common.details': 'Détails',
  'common.edit': 'Modifier',
  'common.loading': 'Chargement',
  'common.more': 'Afficher plus',
  'common.none': 'Aucune',
  'common.open-configuration': 'Ouvrir la configuration',
  'common.reload': 'Recharger',
  'common.sign-in': 'Se connecter',
  'common.clear-search': 'Effacer la recherche',
  'common.try-again': 'Réessayer',

  'shell.navigation': 'Principale',
  'shell.new-version': 'Parley a été mis à jour. Rechargez la page pour utiliser la nouvelle version.',
  'shell.notifications': 'Notifications',
  'shell.skip': 'Aller au contenu',

  'start.failed': 'Parley est injoignable',
  'start.failed-sentence':
    'Le service téléphonique est injoignable. Vérifiez votre connexion, puis réessayez.',
  'start.join': 'Rejoindre {workspace}',
  'start.join-workspace': 'Vous êtes invité dans un espace de travail.',
  'start.no-workspace': 'Vous n’êtes pas encore dans un espace de travail',
  'start.not-ready': 'Votre téléphone n’est pas prêt',

  'status.connecting': 'Connexion',
  'status.microphone-blocked': 'Micro bloqué',
  'status.no-answer': 'Le service ne répond pas',
  'status.no-network': 'Pas de réseau',
  'status.not-a-member': 'Pas membre de cet espace',
  'status.offline': 'Hors ligne',
  'status.ready': 'Prêt',
  'status.round-trip': 'aller-retour {ms} ms',
  'status.signed-out': 'Déconnecté',
  'status.signed-out-in-call':
    'Votre session a été fermée dans un autre onglet ou navigateur. Votre appel est terminé.',
  'status.too-many-connections': 'Trop d’onglets ouverts. Fermez-en quelques-uns.',
  'status.wrong-origin': 'Cette adresse Web n’est pas permise',

  'view.error': 'Un problème est survenu!',
  'view.error-sentence': 'Cette page n’a pas pu être affichée. Réessayez ou allez à une autre page.',
  'view.hide-error': 'Masquer l’erreur',
  'view.not-found': 'Introuvable',
  'view.not-found-sentence': 'Cette page n’existe pas.',
  'view.show-error': 'Afficher l’erreur',
  'view.to-calls': 'Aller aux appels',

  'account.create-workspace': 'Créer un espace de travail',
  'account.language': 'Langue',
  'account.own-number': 'Votre numéro : {number}',
  'account.menu': 'Compte de {name}',
  'account.new-workspace': 'Nouvel espace de travail',
  'account.new-workspace-sentence':
    'Il a ses propres appels, contacts et membres. Vous en devenez l’administrateur.',
  'account.not-created': 'L’espace de travail n’a pas été créé.',
  'account.settings': 'Paramètres du compte',
  'account.disturb-off': 'Désactiver Ne pas déranger',
  'account.disturb-on': 'Activer Ne pas déranger',
  'account.shortcuts-off': 'Désactiver les raccourcis à une touche',
  'account.shortcuts-on': 'Activer les raccourcis à une touche',
  'account.sign-out': 'Se déconnecter',
  'account.workspace': 'Espace de travail',
  'account.workspace-limit':
    'Vous êtes déjà dans le nombre maximal d’espaces de travail. Quittez-en un d’abord.',
  'account.workspace-name': 'Nom',
  'account.workspace-name-missing': 'Entrez un nom pour l’espace de travail.',
  'account.you': 'Vous',

  'changes.discard': 'Abandonner les modifications',
  'changes.keep': 'Continuer la modification',
  'changes.question': 'Abandonner vos modifications?',
  'changes.sentence': 'Vos modifications ne sont pas enregistrées.',

  'shortcuts.anywhere': 'Partout',
  'shortcuts.are-off':
    'Les raccourcis à une touche sont désactivés. Activez-les dans le menu de votre compte.',
  'shortcuts.back': 'Reculer de 10 s',
  'shortcuts.call': 'Appeler ou choisir la première correspondance',
  'shortcuts.clear': 'Effacer',
  'shortcuts.dial': 'Ouvrir le clavier avec ce chiffre',
  'shortcuts.dial-pad': 'Dans le champ du numéro',
  'shortcuts.forward': 'Avancer de 10 s',
  'shortcuts.hold': 'Mettre en attente ou reprendre',
  'shortcuts.in-call': 'Pendant un appel',
  'shortcuts.key-enter': 'Entrée',
  'shortcuts.key-escape': 'Échap',
  'shortcuts.key-space': 'Espace',
  'shortcuts.keypad': 'Ouvrir ou fermer le clavier',
  'shortcuts.list': 'Afficher cette liste',
  'shortcuts.mute': 'Couper ou rétablir le micro',
  'shortcuts.play': 'Lire ou mettre en pause',
  'shortcuts.pause-recording': 'Suspendre ou reprendre l’enregistrement',
  'shortcuts.transfer': 'Transférer l’appel',
  'shortcuts.record': 'Démarrer ou arrêter l’enregistrement',
  'shortcuts.recording': 'Avec un enregistrement ouvert',
  'shortcuts.ringing': 'Pendant la sonnerie',
  'shortcuts.search': 'Rechercher',
  'shortcuts.send': 'Envoyer une tonalité',
  'shortcuts.single': 'Les raccourcis à une touche fonctionnent tant qu’aucun champ de texte n’a le focus.',
  'shortcuts.move': 'Parcourir une liste',
  'shortcuts.title': 'Raccourcis clavier',

  'error.concurrent.one':
    'Appel non effectué : votre espace de travail permet {count} appel à la fois. Attendez qu’il se termine.',
  'error.concurrent.other':
    'Appel non effectué : votre espace de travail permet {count} appels à la fois. Attendez que l’un se termine.',
  'error.country-named':
    'Appel non effectué : votre espace de travail ne permet pas les appels vers {country}. Demandez à un administrateur.',
  'error.number-taken-by': '{name} a déjà ce numéro.',
  'error.per-minute.one':
    'Appel non effectué : votre espace de travail permet {count} appel par minute. Attendez un moment.',
  'error.per-minute.other':
    'Appel non effectué : votre espace de travail permet {count} appels par minute. Attendez un moment.',
  'error.too-many-requests.one':
    'Trop de demandes en peu de temps. Attendez {count} seconde, puis réessayez.',
  'error.too-many-requests.other':
    'Trop de demandes en peu de temps. Attendez {count} secondes, puis réessayez.',
  'error.ACCESS_TOKEN_EXPIRED': 'Votre session a expiré. Connectez-vous de nouveau.',
  'error.ACCOUNTS_UNREACHABLE': 'Le service de comptes ne répond pas. Réessayez dans un moment.',
  'error.BODY_PARSING_ERROR': 'La demande est illisible. Vérifiez votre saisie.',
  'error.CALLER_ID_NOT_YOURS':
    'Vous ne pouvez pas appeler de ce numéro, car il ne vous est pas attribué. Choisissez-en un autre.',
  'error.CALL_ON_OTHER_SERVER':
    'Cet appel se trouve sur un autre serveur et ne peut pas être modifié d’ici. Réessayez dans un moment.',
  'error.CALLS_SUSPENDED':
    'Ce serveur ne peut ni faire ni recevoir d’appels pour l’instant. Réessayez dans un moment.',
  'error.CALL_NOT_CONNECTED': 'Pas encore possible : l’appelant n’est pas encore en communication avec vous.',
  'error.CALL_ELSEWHERE': 'L’appel a été pris ou refusé ailleurs.',
  'error.CALL_ENDED': 'Cet appel est terminé.',
  'error.CALL_NOT_PARKABLE':
    'Appel non mis en garde : il doit être pris, et aucun autre membre ne doit y participer.',
  'error.EMERGENCY_CALL_NOT_PARKED': 'Les appels d’urgence ne peuvent pas être mis en garde.',
  'error.PARKED_CALLS_LIMIT':
    'Appel non mis en garde : votre équipe a atteint son maximum d’appels en garde. Reprenez-en d’abord un.',
  'error.CALL_NOT_PARKED': 'Cet appel n’est plus en garde. Un autre membre l’a peut-être repris.',
  'error.CALL_NOT_TRANSFERABLE': 'Appel non transféré : un autre participant doit avoir répondu.',
  'error.EMERGENCY_CALL_OF_OTHER':
    'Une autre personne a appelé le service d’urgence. Elle seule peut le mettre en attente ou le retirer. Vous pouvez quitter l’appel.',
  'error.EMERGENCY_CALL_NOT_TRANSFERRED': 'Les appels d’urgence ne peuvent pas être transférés.',
  'error.TRANSFER_IN_PROGRESS':
    'Un transfert de cet appel est en cours. Terminez-le ou revenez d’abord aux autres.',
  'error.NO_TRANSFER': 'Cet appel n’est plus en cours de transfert.',
  'error.NOT_RECORDING': 'Cet appel n’est pas enregistré.',
  'error.CALLS_ON_DIFFERENT_SERVERS':
    'Appels non fusionnés : ils se trouvent sur des serveurs différents. Ajoutez le numéro de l’un à l’autre.',
  'error.CALLS_NOT_MERGEABLE':
    'Appels non fusionnés : les deux appels doivent avoir été pris, et aucun numéro ajouté ne doit encore sonner.',
  'error.CALL_FULL': 'Cet appel a atteint le nombre maximal de participants. Commencez un autre appel.',
  'error.CALL_LIMIT_CONCURRENT':
    'Appel non effectué : trop d’appels à la fois. Attendez que l’un se termine.',
  'error.CALL_LIMIT_PER_MINUTE': 'Appel non effectué : trop d’appels en une minute. Attendez un moment.',
  'error.CALL_NOT_FOUND': 'Cet appel n’existe pas.',
  'error.CONTACT_CHANGED':
    'Quelqu’un d’autre a modifié ce contact. Rechargez-le, puis refaites vos modifications.',
  'error.CONTACT_LIMIT':
    'Cet espace de travail a atteint le nombre maximal de contacts. Supprimez ceux dont vous n’avez plus besoin.',
  'error.CONTACT_PRIVATE_LIMIT':
    'Vous avez dans cet espace de travail autant de contacts privés qu’un membre peut en avoir. Supprimez-en ou partagez-les avec l’espace de travail.',
  'error.CONTACT_QUOTA_REACHED':
    'Non enregistré : les contacts de votre espace de travail ont atteint leur quota. Raccourcissez-en ou supprimez-en, ou demandez plus d’espace à l’exploitant du serveur.',
  'error.CONTACT_NOT_FOUND': 'Ce contact n’existe pas. Il a peut-être été supprimé.',
  'error.CONTACT_NUMBER_TAKEN': 'Un autre contact a déjà ce numéro.',
  'error.COUNTRY_NOT_ALLOWED':
    'Appel non effectué : votre espace de travail ne permet pas les appels vers ce pays. Demandez à un administrateur.',
  'error.EMERGENCY_NUMBER':
    'Parley ne peut pas appeler les secours. Utilisez maintenant un téléphone cellulaire ou fixe.',
  'error.ENGINE_UNAVAILABLE':
    'L’opération a échoué. Les appels en cours se poursuivent. Réessayez dans un moment.',
  'error.INVALID_PROJECT_FOR_ACCESS_TOKEN':
    'Votre session appartient à un autre service. Connectez-vous de nouveau.',
  'error.JOIN_ANSWER_INVALID':
    'Le son de ce navigateur n’a pas pu être connecté. Rechargez la page, puis rappelez.',
  'error.LEG_NOT_FOUND': 'Ce participant n’est pas dans l’appel.',
  'error.NOT_IN_CALL': 'Vous n’êtes pas dans cet appel.',
  'error.NO_NUMBER_LEFT':
    'Appel non passé : le réseau de test intégré n’a pas de numéro pour vous. Demandez à un administrateur d’ajouter une ligne.',
  'error.ANSWERED_CALL_LIMIT_USER':
    'Appel non pris : vous êtes dans trop d’appels. Mettez d’abord fin à l’un d’eux.',
  'error.ANSWERED_CALL_LIMIT_INSTALLATION':
    'Appel non pris : ce serveur traite déjà autant d’appels qu’il le permet. Réessayez dans un moment.',
  'error.CALL_LIMIT_INSTALLATION':
    'Appel non effectué : ce serveur traite déjà autant d’appels qu’il le permet. Attendez un moment.',
  'error.NUMBER_NOT_VALID': 'Appel non effectué : ce numéro n’existe pas. Vérifiez-le.',
  'error.EMAIL_NOT_VERIFIED':
    'Vérifiez votre adresse courriel avant d’appeler d’autres numéros ou de transférer des appels. D’ici là, vous pouvez appeler les membres de votre espace de travail et les numéros intégrés.',
  'error.TRUNKS_NOT_GRANTED':
    'Les lignes ne sont pas activées pour cet espace de travail. Demandez à l’exploitant de ce serveur.',
  'error.TRUNK_ADDRESS_TAKEN':
    'Un autre espace de travail utilise cette adresse. Demandez à l’exploitant de ce serveur.',
  'error.TRUNK_PASSWORD_REQUIRED':
    'Entrez de nouveau le mot de passe, car le serveur ou le nom d’utilisateur a changé.',
  'error.NO_TRUNK':
    'Appel non effectué : votre espace de travail n’a pas de ligne vers le réseau téléphonique. Demandez-en une à un administrateur.',
  'error.NO_WORKSPACE':
    'Vous n’êtes encore membre d’aucun espace de travail. Demandez une invitation à un administrateur.',
  'error.NUMBER_NOT_UNDERSTOOD': 'Ce n’est pas un numéro de téléphone valide. Vérifiez-le.',
  'error.OWN_NUMBER': 'C’est votre propre numéro.',
  'error.PHONE_ADMIN_REQUIRED': 'Seul un administrateur du téléphone peut faire cela.',
  'error.PREMIUM_NUMBER': 'Appel non effectué : c’est un numéro surtaxé.',
  'error.RECORDING_DISK_FULL':
    'Non enregistré : le disque du serveur est presque plein. Demandez à votre administrateur de libérer de l’espace.',
  'error.DISK_FULL':
    'Non enregistré : le disque du serveur est presque plein. Demandez à votre administrateur de libérer de l’espace.',
  'error.RECORDING_LIMIT_REACHED':
    'Non enregistré : l’enregistrement a été lancé trop de fois pendant cet appel. Faites un nouvel appel pour enregistrer davantage.',
  'error.RECORDING_LINK_EXPIRED': 'Ce lien vers l’enregistrement n’est plus valable. Rechargez la page.',
  'error.RECORDING_NOT_FOUND': 'Cet enregistrement n’existe pas.',
  'error.RECORDING_NOT_READY': 'Cet enregistrement est encore en cours de traitement. Attendez un moment.',
  'error.RECORDING_QUOTA_REACHED':
    'Non enregistré : les enregistrements de votre espace de travail ont atteint leur quota. Supprimez-en ou demandez plus d’espace à l’exploitant du serveur.',
  'error.RECORDING_UNAVAILABLE':
    'L’espace de stockage des enregistrements ne répond pas. Réessayez dans un moment.',
  'error.SCHEMA_ERROR': 'Le formulaire contient une erreur. Vérifiez-le.',
  'error.SERVER_STOPPING':
    'Ce serveur est sur le point de redémarrer et n’accepte plus de nouveaux appels. Réessayez dans un moment.',
  'error.TOO_MANY_REQUESTS': 'Trop de demandes en peu de temps. Attendez un moment.',
  'error.TRUNK_HOST_NOT_ALLOWED': 'Cet hôte est dans un réseau privé bloqué.',
  'error.TRUNK_HOST_NOT_FOUND': 'Cet hôte n’est pas dans le DNS. Vérifiez l’orthographe.',
  'error.TRUNK_LIMIT': 'Un espace de travail peut avoir 20 lignes. Supprimez-en une d’abord.',
  'error.TRUNK_NEEDS_PUBLIC_HOST':
    'Une ligne hors de cette machine a besoin du réglage PARLEY_SIP_HOST : l’adresse à laquelle elle joint ce serveur.',
  'error.TRUNK_NOT_FOUND': 'Cette ligne n’existe pas. Elle a peut-être été supprimée.',
  'error.TRUNK_NUMBER_TAKEN': 'Une autre ligne a déjà l’un de ces numéros.',
  'error.UNPARSABLE_ACCESS_TOKEN': 'Votre session n’est pas valide. Connectez-vous de nouveau.',
  'error.UNSUPPORTED_ERROR': 'Un problème est survenu. Réessayez.',
  'error.USER_AUTHENTICATION_REQUIRED': 'Vous n’êtes pas connecté.',
  'error.WORKSPACE_NOT_FOUND':
    'Vous n’êtes pas membre de cet espace de travail. Demandez à un administrateur.',

  'failure.unknown': 'Un problème est survenu. Réessayez.',
  'failure.unreachable': 'Le service téléphonique ne répond pas. Vérifiez votre connexion, puis réessayez.',
}
