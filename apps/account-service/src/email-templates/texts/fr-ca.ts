import type { EmailTexts } from './text.ts'

export const frCa: EmailTexts = {
  verification: {
    subject: 'Vérifiez votre adresse courriel pour {project}',
    heading: 'Vérifiez votre adresse courriel',
    body: 'Quelqu’un, vous sans doute, a indiqué cette adresse pour un compte chez {project}. Confirmez qu’elle est à vous. Le lien fonctionne une fois, pendant une heure.',
    button: 'Vérifier l’adresse',
    ignore: 'Si ce n’était pas vous, ignorez ce courriel. Rien ne se passe sans le lien.',
  },
  passwordReset: {
    subject: 'Réinitialisez votre mot de passe pour {project}',
    heading: 'Réinitialisez votre mot de passe',
    body: 'Quelqu’un, vous sans doute, a demandé un autre mot de passe pour le compte de cette adresse chez {project}. Le lien fonctionne une fois, pendant une heure.',
    button: 'Choisir un mot de passe',
    ignore: 'Si ce n’était pas vous, ignorez ce courriel. Votre mot de passe reste le même.',
  },
  magicLink: {
    subject: 'Ouvrez une session dans {project} : votre code est {otp}',
    heading: 'Ouvrez une session dans {project}',
    body: 'Ouvrez le lien dans le navigateur où vous l’avez demandé. Il fonctionne une fois, pendant dix minutes.',
    button: 'Ouvrir une session',
    orCode: 'Ou saisissez ce code là où vous l’avez demandé :',
    ignore: 'Si vous n’avez rien demandé, ignorez ce courriel et ne donnez le code à personne.',
  },
  teamInvitation: {
    subject: 'Invitation à {team}',
    heading: 'Joignez-vous à {team}',
    body: 'Un membre de {team} chez {project} vous invite à vous joindre à l’équipe. Le lien fonctionne une fois, pendant sept jours.',
    button: 'Rejoindre l’équipe',
    ignore: 'Si vous ne connaissez pas cette équipe, ignorez ce courriel. Rien ne se passe sans le lien.',
  },
  signInInvitation: {
    subject: 'Invitation à ouvrir une session dans {project}',
    heading: 'Ouvrez une session dans {project}',
    body: '{team} vous invite à {project}. Ouvrez le lien et ouvrez une session, ou créez un compte avec cette adresse.',
    button: 'Aller à la connexion',
    ignore: 'Si vous ne vous y attendiez pas, ignorez ce courriel.',
  },
  addressUnverified: {
    subject: 'Ouvrez une session dans {project} : vérifiez d’abord votre adresse',
    heading: 'Vérifiez d’abord votre adresse',
    body: 'Quelqu’un, vous espérons-le, a demandé un lien pour ouvrir une session dans {project}. Le compte de cette adresse ne l’a pas encore vérifiée, il n’y a donc pas de lien. Ouvrez le courriel de vérification reçu à l’inscription, ou ouvrez une session avec votre mot de passe.',
    ignore: 'Si ce n’était pas vous, ignorez ce courriel. Aucune session n’a été ouverte.',
  },
  signInChanged: {
    subject: 'Votre connexion à {project} a changé',
    heading: 'Votre connexion a changé',
    changes: {
      'password-changed': 'Le mot de passe de votre compte chez {project} a été changé.',
      'passkey-added': 'Une clé d’identification a été ajoutée à votre compte chez {project}.',
      'passkey-removed': 'La clé d’identification de votre compte chez {project} a été retirée.',
      'second-factor-on': 'Votre compte chez {project} demande maintenant un second facteur.',
      'second-factor-off': 'Votre compte chez {project} ne demande plus de second facteur.',
      'recovery-code-used': 'Un code de récupération a servi à ouvrir votre compte chez {project}.',
      'recovery-codes-made':
        'Des codes de récupération ont été créés pour votre compte chez {project}. Les anciens ne fonctionnent plus.',
      'provider-linked': 'Un compte d’un autre fournisseur a été lié à votre compte chez {project}.',
      'provider-unlinked': 'Un compte d’un autre fournisseur a été délié de votre compte chez {project}.',
      'code-sign-in-on': 'On peut maintenant ouvrir votre compte chez {project} avec un code par courriel.',
      'code-sign-in-off': 'On ne peut plus ouvrir votre compte chez {project} avec un code par courriel.',
      'address-added': 'Une adresse courriel a été ajoutée à votre compte chez {project}.',
      'address-removed': 'Une adresse courriel a été retirée de votre compte chez {project}.',
      'primary-address-changed':
        'Votre compte chez {project} a maintenant une autre adresse courriel principale.',
    },
    ignore:
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et passez vos sessions en revue.',
  },
  orLink: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  unsubscribe: 'Ne plus recevoir de courriels comme celui-ci',
}
