import type { EmailMessages } from './messages.ts'

export const frCa: EmailMessages = {
  verification: {
    subject: 'Vérifiez votre adresse courriel pour {project}',
    heading: 'Vérifiez votre adresse courriel',
    body: 'Cette adresse courriel a été indiquée pour un compte chez {project}. Confirmez qu’elle est à vous. Le lien peut être utilisé une fois pendant une heure.',
    button: 'Vérifier l’adresse',
    ignore: 'Si ce n’était pas vous, ignorez ce courriel. Rien ne change si le lien n’est pas ouvert.',
  },
  passwordReset: {
    subject: 'Réinitialisez votre mot de passe pour {project}',
    heading: 'Réinitialisez votre mot de passe',
    body: 'Une réinitialisation du mot de passe de votre compte chez {project} a été demandée. Le lien peut être utilisé une fois pendant une heure.',
    button: 'Choisir un mot de passe',
    ignore: 'Si ce n’était pas vous, ignorez ce courriel. Votre mot de passe reste inchangé.',
  },
  magicLink: {
    subject: 'Ouvrez une session dans {project} : votre code est {otp}',
    heading: 'Ouvrez une session dans {project}',
    body: 'Ouvrez le lien dans le navigateur où vous l’avez demandé. Il peut être utilisé une fois pendant dix minutes.',
    button: 'Ouvrir une session',
    orCode: 'Ou saisissez ce code là où vous l’avez demandé :',
    ignore: 'Si vous n’avez rien demandé, ignorez ce courriel et ne communiquez le code à personne.',
  },
  teamInvitation: {
    subject: 'Invitation à {team}',
    heading: 'Joignez-vous à {team}',
    body: 'Un membre de {team} chez {project} vous a invité à vous joindre à l’équipe. Le lien peut être utilisé une fois pendant sept jours.',
    button: 'Rejoindre l’équipe',
    ignore:
      'Si vous ne connaissez pas cette équipe, ignorez ce courriel. Rien ne change si le lien n’est pas ouvert.',
  },
  signInInvitation: {
    subject: 'Invitation à {project}',
    heading: 'Ouvrez une session dans {project}',
    body: '{team} vous a invité à {project}. Ouvrez le lien pour ouvrir une session, ou créez un compte avec cette adresse courriel.',
    button: 'Aller à la connexion',
    ignore: 'Si vous ne vous y attendiez pas, ignorez ce courriel.',
  },
  addressUnverified: {
    subject: 'Ouvrez une session dans {project} : vérifiez d’abord votre adresse courriel',
    heading: 'Vérifiez d’abord votre adresse courriel',
    body: 'Un lien pour ouvrir une session dans {project} a été demandé, mais votre adresse courriel n’est pas encore vérifiée; aucun lien n’a donc été envoyé. Ouvrez le courriel de vérification reçu à l’inscription, ou ouvrez une session avec votre mot de passe.',
    ignore: 'Si ce n’était pas vous, ignorez ce courriel. Aucune session n’a été ouverte.',
  },
  signInChanged: {
    subject: 'Votre connexion à {project} a changé',
    heading: 'Votre connexion a changé',
    changes: {
      'password-changed': 'Le mot de passe de votre compte chez {project} a été changé.',
      'passkey-added': 'Une clé d’identification a été ajoutée à votre compte chez {project}.',
      'passkey-removed': 'La clé d’identification de votre compte chez {project} a été retirée.',
      'second-factor-on': 'Votre compte chez {project} exige maintenant un second facteur.',
      'second-factor-off': 'Votre compte chez {project} n’exige plus de second facteur.',
      'recovery-code-used':
        'Un code de récupération a été utilisé pour ouvrir une session dans votre compte chez {project}.',
      'recovery-codes-made':
        'De nouveaux codes de récupération ont été générés pour votre compte chez {project}. Les anciens ne fonctionnent plus.',
      'provider-linked': 'Un compte auprès d’un autre fournisseur a été lié à votre compte chez {project}.',
      'provider-unlinked':
        'Un compte auprès d’un autre fournisseur a été dissocié de votre compte chez {project}.',
      'code-sign-in-on':
        'Vous pouvez maintenant ouvrir une session dans votre compte chez {project} avec un code envoyé par courriel.',
      'code-sign-in-off':
        'Vous ne pouvez plus ouvrir une session dans votre compte chez {project} avec un code envoyé par courriel.',
      'address-added': 'Une adresse courriel a été ajoutée à votre compte chez {project}.',
      'address-removed': 'Une adresse courriel a été retirée de votre compte chez {project}.',
      'primary-address-changed':
        'L’adresse courriel principale de votre compte chez {project} a été changée.',
    },
    ignore:
      'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et vérifiez vos sessions.',
  },
  orLink: 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
  unsubscribe: 'Ne plus recevoir de courriels comme celui-ci',
}
