import type { ComponentMessages } from './en-US.ts'

export const componentsFrCA: ComponentMessages = {
  'user.menu': 'Compte de {name}',
  'user.menu-signed-out': 'Compte',
  'user.settings': 'Paramètres du compte',
  'user.sign-in': 'Ouvrir une session',
  'user.sign-up': 'Créer un compte',
  'user.sign-out': 'Fermer la session',
  'user.toggle-theme': 'Basculer entre clair et sombre',

  'teams.switch': 'Équipe : {name}',
  'teams.select': 'Choisir une équipe',
  'teams.label': 'Équipes',
  'teams.none': 'Aucune équipe',
  'teams.settings': 'Paramètres de l’équipe',
  'teams.create': 'Créer une équipe',

  'impersonation.label': 'Au nom de l’utilisateur',
  'impersonation.as': 'Vous agissez au nom de {name}.',
}
