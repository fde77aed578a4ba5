import type { EmailMessages } from './en-us.ts'

export const frCa: EmailMessages = {
  'email-verification.subject': 'Vérifiez votre adresse courriel pour {project}',
  'email-verification.heading': 'Vérifiez votre adresse courriel',
  'email-verification.body':
    'Cette adresse courriel a été indiquée pour un compte chez {project}. Confirmez qu’elle est à vous. Le lien peut être utilisé une fois pendant une heure.',
  'email-verification.button': 'Vérifier l’adresse',
  'email-verification.ignore':
    'Si ce n’était pas vous, ignorez ce courriel. Rien ne change si le lien n’est pas ouvert.',

  'password-reset.subject': 'Réinitialisez votre mot de passe pour {project}',
  'password-reset.heading': 'Réinitialisez votre mot de passe',
  'password-reset.body':
    'Une réinitialisation du mot de passe de votre compte chez {project} a été demandée. Le lien peut être utilisé une fois pendant une heure.',
  'password-reset.button': 'Choisir un mot de passe',
  'password-reset.ignore': 'Si ce n’était pas vous, ignorez ce courriel. Votre mot de passe reste inchangé.',

  'magic-link.subject': 'Ouvrez une session dans {project} : votre code est {otp}',
  'magic-link.heading': 'Ouvrez une session dans {project}',
  'magic-link.body':
    'Ouvrez le lien dans le navigateur où vous l’avez demandé. Il peut être utilisé une fois pendant dix minutes.',
  'magic-link.button': 'Ouvrir une session',
  'magic-link.or-code': 'Ou saisissez ce code là où vous l’avez demandé :',
  'magic-link.ignore':
    'Si vous n’avez rien demandé, ignorez ce courriel et ne communiquez le code à personne.',

  'team-invitation.subject': 'Invitation à {team}',
  'team-invitation.heading': 'Joignez-vous à {team}',
  'team-invitation.body':
    'Un membre de {team} chez {project} vous a invité à vous joindre à l’équipe. Le lien peut être utilisé une fois pendant sept jours.',
  'team-invitation.button': 'Rejoindre l’équipe',
  'team-invitation.ignore':
    'Si vous ne connaissez pas cette équipe, ignorez ce courriel. Rien ne change si le lien n’est pas ouvert.',
  'team-invitation.unnamed-subject': 'Invitation à une équipe chez {project}',
  'team-invitation.unnamed-heading': 'Joignez-vous à une équipe',
  'team-invitation.unnamed-body':
    'Vous avez reçu une invitation à vous joindre à une équipe chez {project}. Le lien peut être utilisé une fois pendant sept jours.',
  'team-invitation.unnamed-ignore':
    'Si vous n’attendiez pas cette invitation, ignorez ce courriel. Rien ne change si le lien n’est pas ouvert.',
  'team-invitation.inviter-body':
    '{inviter} vous a invité à vous joindre à {team} chez {project}. Le lien peut être utilisé une fois pendant sept jours.',
  'team-invitation.workspace-body':
    'Un membre de l’espace de travail {team} chez {project} vous a invité à vous y joindre. Le lien peut être utilisé une fois pendant sept jours.',
  'team-invitation.workspace-inviter-body':
    '{inviter} vous a invité à vous joindre à l’espace de travail {team} chez {project}. Le lien peut être utilisé une fois pendant sept jours.',
  'team-invitation.workspace-button': 'Rejoindre l’espace de travail',
  'team-invitation.workspace-ignore':
    'Si vous ne connaissez pas cet espace de travail, ignorez ce courriel. Rien ne change si le lien n’est pas ouvert.',
  'team-invitation.workspace-unnamed-subject': 'Invitation à un espace de travail chez {project}',
  'team-invitation.workspace-unnamed-heading': 'Joignez-vous à un espace de travail',
  'team-invitation.workspace-unnamed-body':
    'Vous avez reçu une invitation à vous joindre à un espace de travail chez {project}. Le lien peut être utilisé une fois pendant sept jours.',

  'sign-in-invitation.subject': 'Invitation à {project}',
  'sign-in-invitation.heading': 'Ouvrez une session dans {project}',
  'sign-in-invitation.body':
    '{team} vous a invité à {project}. Ouvrez le lien pour ouvrir une session, ou créez un compte avec cette adresse courriel.',
  'sign-in-invitation.button': 'Aller à la connexion',
  'sign-in-invitation.ignore': 'Si vous ne vous y attendiez pas, ignorez ce courriel.',

  'address-unverified.subject': 'Ouvrez une session dans {project} : vérifiez d’abord votre adresse courriel',
  'address-unverified.heading': 'Vérifiez d’abord votre adresse courriel',
  'address-unverified.body':
    'Un lien pour ouvrir une session dans {project} a été demandé, mais votre adresse courriel n’est pas encore vérifiée; aucun lien n’a donc été envoyé. Ouvrez le courriel de vérification reçu à l’inscription, ou ouvrez une session avec votre mot de passe.',
  'address-unverified.ignore': 'Si ce n’était pas vous, ignorez ce courriel. Aucune session n’a été ouverte.',

  'sign-in-changed.subject': '{heading} ({project})',
  'sign-in-changed.password-changed-heading': 'Votre mot de passe a été changé',
  'sign-in-changed.passkey-added-heading': 'Une clé d’identification a été ajoutée',
  'sign-in-changed.passkey-removed-heading': 'Votre clé d’identification a été retirée',
  'sign-in-changed.second-factor-on-heading': 'Un second facteur est maintenant exigé',
  'sign-in-changed.second-factor-off-heading': 'Le second facteur a été retiré',
  'sign-in-changed.recovery-code-used-heading': 'Un code de récupération a été utilisé',
  'sign-in-changed.recovery-codes-made-heading': 'Des codes de récupération ont été générés',
  'sign-in-changed.recovery-codes-replaced-heading': 'Les codes de récupération ont été remplacés',
  'sign-in-changed.provider-linked-heading': 'Un compte a été lié',
  'sign-in-changed.provider-unlinked-heading': 'Un compte a été dissocié',
  'sign-in-changed.code-sign-in-on-heading': 'La connexion par courriel a été activée',
  'sign-in-changed.code-sign-in-off-heading': 'La connexion par courriel a été désactivée',
  'sign-in-changed.address-added-heading': 'Une adresse courriel a été ajoutée',
  'sign-in-changed.address-removed-heading': 'Une adresse courriel a été retirée',
  'sign-in-changed.primary-address-changed-heading': 'Votre adresse courriel principale a été changée',
  'sign-in-changed.password-changed': 'Le mot de passe de votre compte chez {project} a été changé.',
  'sign-in-changed.passkey-added': 'Une clé d’identification a été ajoutée à votre compte chez {project}.',
  'sign-in-changed.passkey-removed': 'La clé d’identification de votre compte chez {project} a été retirée.',
  'sign-in-changed.second-factor-on': 'Votre compte chez {project} exige maintenant un second facteur.',
  'sign-in-changed.second-factor-off': 'Votre compte chez {project} n’exige plus de second facteur.',
  'sign-in-changed.recovery-code-used':
    'Un code de récupération a été utilisé pour ouvrir une session dans votre compte chez {project}.',
  'sign-in-changed.recovery-codes-made':
    'Des codes de récupération ont été générés pour votre compte chez {project}.',
  'sign-in-changed.recovery-codes-replaced':
    'De nouveaux codes de récupération ont été générés pour votre compte chez {project}. Les anciens ne fonctionnent plus.',
  'sign-in-changed.provider-linked':
    'Un compte auprès d’un autre fournisseur a été lié à votre compte chez {project}.',
  'sign-in-changed.provider-unlinked':
    'Un compte auprès d’un autre fournisseur a été dissocié de votre compte chez {project}.',
  'sign-in-changed.code-sign-in-on':
    'Vous pouvez maintenant ouvrir une session dans votre compte chez {project} avec un code envoyé par courriel.',
  'sign-in-changed.code-sign-in-off':
    'Vous ne pouvez plus ouvrir une session dans votre compte chez {project} avec un code envoyé par courriel.',
  'sign-in-changed.address-added': 'Une adresse courriel a été ajoutée à votre compte chez {project}.',
  'sign-in-changed.address-removed': 'Une adresse courriel a été retirée de votre compte chez {project}.',
  'sign-in-changed.primary-address-changed':
    'L’adresse courriel principale de votre compte chez {project} a été changée.',
  'sign-in-changed.button': 'Fermer toutes les autres sessions',
  'sign-in-changed.ignore':
    'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et fermez toutes les autres sessions. Fermez-les aussi si une autre personne a pu utiliser votre compte.',

  'missed-calls.subject': 'Appel manqué de {caller}',
  'missed-calls.voicemail-subject': 'Message vocal de {caller}',
  'missed-calls.many-subject': '{count} appels manqués',
  'missed-calls.body': 'Appels dans {workspace} restés sans réponse :',
  'missed-calls.unnamed-body': 'Appels restés sans réponse :',
  'missed-calls.withheld': 'Numéro masqué',
  'missed-calls.message': 'a laissé un message',
  'missed-calls.further': 'Et {count} de plus.',
  'missed-calls.button': 'Ouvrir dans le téléphone',
  'missed-calls.settings':
    'Dans les paramètres de votre téléphone, vous choisissez quels appels manqués vous sont envoyés.',

  'call-summary.subject': 'Résumé de l’appel avec {party}',
  'call-summary.body': 'Un appel dans {workspace} le {time}, durée {length}.',
  'call-summary.unnamed-body': 'Un appel le {time}, durée {length}.',
  'call-summary.shared': '{name} vous envoie ce résumé.',
  'call-summary.summary': 'Résumé',
  'call-summary.unsupported': 'aucun passage ne l’appuie',
  'call-summary.fields': 'Détails',
  'call-summary.action-items': 'Tâches',
  'call-summary.yes': 'oui',
  'call-summary.no': 'non',
  'call-summary.button': 'Ouvrir l’appel',
  'call-summary.by-model':
    'Un modèle de langage a écrit ceci à partir de la transcription de l’appel. Des erreurs sont possibles.',

  'or-link': 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
  unsubscribe: 'Ne plus recevoir de courriels comme celui-ci',
}
