import type { SetUpMessages } from './messages.ts'

export const frCa: SetUpMessages = {
  title: 'Configurer Parley',
  intro:
    'Devenez le premier administrateur. Cette installation est à vous, tout comme le premier espace de travail du téléphone.',
  name: 'Nom',
  email: 'Courriel',
  password: 'Mot de passe',
  passwordHint: 'De 8 à 70 caractères',
  submit: 'Devenir administrateur',
  noToken: 'Le lien est incomplet. Copiez le lien entier du terminal où Parley a été démarré.',
  done: 'Parley est configuré',
  doneBody: 'Ouvrez une session avec votre courriel et votre mot de passe. Ensuite :',
  openPhone: 'Ouvrir le téléphone',
  openPhoneBody: 'Appelez Echo depuis le clavier et entendez-vous.',
  addTrunk: 'Ajouter une ligne',
  addTrunkBody: 'Elle relie votre équipe au réseau téléphonique. D’ici là, les appels restent dans Parley.',
  invite: 'Inviter des personnes',
  inviteBody: 'Envoyez-leur ce lien. Quiconque y crée un compte reçoit un numéro que vous pouvez appeler.',
  errors: {
    link: 'Ce lien est expiré ou a déjà servi. Redémarrez Parley pour en obtenir un nouveau.',
    email: 'Saisissez une adresse courriel complète.',
    taken: 'Ce courriel est déjà utilisé. Utilisez-en un autre.',
    short: 'Le mot de passe doit compter au moins 8 caractères.',
    long: 'Le mot de passe peut compter au plus 70 caractères.',
    common: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
    busy: 'Trop de tentatives. Attendez quelques secondes et réessayez.',
    other: 'Parley n’a pas pu être configuré. Réessayez.',
  },
}
