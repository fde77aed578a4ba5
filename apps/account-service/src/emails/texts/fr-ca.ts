import type { EmailTexts } from './text.ts'

export const frCa: EmailTexts = {
  verification: {
    subject: 'Vérifiez votre adresse courriel pour {project}',
    heading: 'Vérifiez votre adresse courriel',
    body: 'Quelqu’un, vous sans doute, a indiqué cette adresse pour un compte chez {project}. Confirmez qu’elle est à vous. Le lien fonctionne une fois, pendant une heure.',
    button: 'Vérifier l’adresse',
    ignore: 'Si ce n’était pas vous, ignorez ce courriel. Rien ne se passe sans le lien.',
  },
  magicLink: {
    subject: 'Ouvrez une session dans {project} : votre code est {otp}',
    heading: 'Ouvrez une session dans {project}',
    body: 'Ouvrez le lien dans le navigateur où vous voulez ouvrir une session. Il fonctionne une fois, pendant dix minutes.',
    button: 'Ouvrir une session',
    orCode: 'Ou saisissez ce code là où vous l’avez demandé :',
    ignore: 'Si vous n’avez rien demandé, ignorez ce courriel et ne donnez le code à personne.',
  },
  orLink: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
}
