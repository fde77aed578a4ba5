import type { HostedTexts } from './en-US.ts'

export const hostedFrCA: HostedTexts = {
  'You have been invited to this team of {project}.':
    'Vous êtes invité dans cet espace de travail de {project}.',
  'You are invited to a team': 'Vous êtes invité dans un espace de travail',
  'You are a member of too many teams.': 'Vous êtes membre de trop d’espaces de travail.',
  'Leave one of your teams, then try again.': 'Quittez l’un de vos espaces de travail, puis réessayez.',
  'The team is full.': 'L’espace de travail est complet.',
  Teams: 'Espaces de travail',
  'You are in no team.': 'Vous n’êtes dans aucun espace de travail.',
  'Team name': 'Nom de l’espace de travail',
  'Please enter a team name.': 'Entrez un nom d’espace de travail.',
  'Create team': 'Créer un espace de travail',
  'You are the only owner of a team.': 'Vous êtes l’unique propriétaire d’un espace de travail.',
  'You are the last person with the permission “{permission}” in a team.':
    'Vous êtes la dernière personne à avoir l’autorisation « {permission} » dans un espace de travail.',
  'Open the team': 'Ouvrir l’espace de travail',
  'Team creation is unavailable in demo mode.':
    'La création d’espaces de travail n’est pas offerte en mode démo.',
  'You are in too many teams. Leave one first.':
    'Vous êtes dans trop d’espaces de travail. Quittez-en d’abord un.',
  'Team: {name}': 'Espace de travail : {name}',
  'Select a team': 'Choisir un espace de travail',
  'No team': 'Aucun espace de travail',
  'Team settings': 'Paramètres de l’espace de travail',
  'Create a team': 'Créer un espace de travail',
  'All teams': 'Tous les espaces de travail',
  'You are not in this team.': 'Vous n’êtes pas dans cet espace de travail.',
  'No API keys yet. Create one for a program that acts for the team.':
    'Aucune clé API pour le moment. Créez-en une pour un programme qui agit pour l’espace de travail.',
  'Team profile': 'Profil de l’espace de travail',
  'Team picture': 'Image de l’espace de travail',
  'You in this team': 'Vous dans cet espace de travail',
  'Name in this team': 'Nom dans cet espace de travail',
  'Your picture in this team': 'Votre image dans cet espace de travail',
  'Remove {name} from the team': 'Retirer {name} de l’espace de travail',
  'Remove {name} from the team?': 'Retirer {name} de l’espace de travail?',
  'Leave team': 'Quitter l’espace de travail',
  'This team needs an owner.': 'Cet espace de travail a besoin d’un propriétaire.',
  'Only you can administer this team.':
    'Vous êtes la seule personne à pouvoir administrer cet espace de travail.',
  'Ask an administrator of the team.': 'Adressez-vous à un administrateur de l’espace de travail.',
  'This member has left the team.': 'Ce membre a quitté l’espace de travail.',
}
