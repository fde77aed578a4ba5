import type { HostedTexts } from './en-US.ts'

export const hostedDeDE: HostedTexts = {
  'You have been invited to this team of {project}.':
    'Sie wurden in diesen Arbeitsbereich von {project} eingeladen.',
  'You are invited to a team': 'Sie sind in einen Arbeitsbereich eingeladen',
  'You are a member of too many teams.': 'Sie sind Mitglied in zu vielen Arbeitsbereichen.',
  'Leave one of your teams, then try again.':
    'Verlassen Sie einen Ihrer Arbeitsbereiche und versuchen Sie es dann erneut.',
  'The team is full.': 'Der Arbeitsbereich ist voll.',
  Teams: 'Arbeitsbereiche',
  'You are in no team.': 'Sie sind in keinem Arbeitsbereich.',
  'Team name': 'Name des Arbeitsbereichs',
  'Please enter a team name.': 'Geben Sie einen Namen für den Arbeitsbereich ein.',
  'Create team': 'Arbeitsbereich anlegen',
  'You are the only owner of a team.': 'Sie sind der einzige Inhaber eines Arbeitsbereichs.',
  'You are the last person with the permission “{permission}” in a team.':
    'Sie sind die letzte Person mit der Berechtigung „{permission}“ in einem Arbeitsbereich.',
  'Open the team': 'Arbeitsbereich öffnen',
  'Team creation is unavailable in demo mode.': 'Arbeitsbereiche können im Demomodus nicht angelegt werden.',
  'You are in too many teams. Leave one first.':
    'Sie sind in zu vielen Arbeitsbereichen. Verlassen Sie zuerst einen.',
  'Team: {name}': 'Arbeitsbereich: {name}',
  'Select a team': 'Arbeitsbereich auswählen',
  'No team': 'Kein Arbeitsbereich',
  'Team settings': 'Einstellungen des Arbeitsbereichs',
  'Create a team': 'Arbeitsbereich anlegen',
  'All teams': 'Alle Arbeitsbereiche',
  'You are not in this team.': 'Sie sind nicht in diesem Arbeitsbereich.',
  'No API keys yet. Create one for a program that acts for the team.':
    'Noch keine API-Schlüssel. Erstellen Sie einen für ein Programm, das für den Arbeitsbereich handelt.',
  'Team profile': 'Profil des Arbeitsbereichs',
  'Team picture': 'Bild des Arbeitsbereichs',
  'You in this team': 'Sie in diesem Arbeitsbereich',
  'Name in this team': 'Name in diesem Arbeitsbereich',
  'Your picture in this team': 'Ihr Bild in diesem Arbeitsbereich',
  'Remove {name} from the team': '{name} aus dem Arbeitsbereich entfernen',
  'Remove {name} from the team?': '{name} aus dem Arbeitsbereich entfernen?',
  'Leave team': 'Arbeitsbereich verlassen',
  'This team needs an owner.': 'Dieser Arbeitsbereich braucht einen Inhaber.',
  'Only you can administer this team.': 'Nur Sie können diesen Arbeitsbereich verwalten.',
  'Ask an administrator of the team.': 'Fragen Sie einen Administrator des Arbeitsbereichs.',
  'This member has left the team.': 'Dieses Mitglied hat den Arbeitsbereich verlassen.',
}
