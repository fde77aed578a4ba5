/**
 * The texts of the hosted pages that name a team, by the text of the kit, in the words of the phone: its teams
 * are workspaces.
 */
export const hostedEnUS = {
  'You have been invited to this team of {project}.': 'You have been invited to this workspace of {project}.',
  'You are invited to a team': 'You are invited to a workspace',
  'You are a member of too many teams.': 'You are a member of too many workspaces.',
  'Leave one of your teams, then try again.': 'Leave one of your workspaces, then try again.',
  'The team is full.': 'The workspace is full.',
  Teams: 'Workspaces',
  'You are in no team.': 'You are in no workspace.',
  'Team name': 'Workspace name',
  'Please enter a team name.': 'Please enter a workspace name.',
  'Create team': 'Create workspace',
  'You are the only owner of a team.': 'You are the only owner of a workspace.',
  'You are the last person with the permission “{permission}” in a team.':
    'You are the last person with the permission “{permission}” in a workspace.',
  'Open the team': 'Open the workspace',
  'Team creation is unavailable in demo mode.': 'Workspace creation is unavailable in demo mode.',
  'You are in too many teams. Leave one first.': 'You are in too many workspaces. Leave one first.',
  'Team: {name}': 'Workspace: {name}',
  'Select a team': 'Select a workspace',
  'No team': 'No workspace',
  'Team settings': 'Workspace settings',
  'Create a team': 'Create a workspace',
  'All teams': 'All workspaces',
  'You are not in this team.': 'You are not in this workspace.',
  'No API keys yet. Create one for a program that acts for the team.':
    'No API keys yet. Create one for a program that acts for the workspace.',
  'Team profile': 'Workspace profile',
  'Team picture': 'Workspace picture',
  'You in this team': 'You in this workspace',
  'Name in this team': 'Name in this workspace',
  'Your picture in this team': 'Your picture in this workspace',
  'Remove {name} from the team': 'Remove {name} from the workspace',
  'Remove {name} from the team?': 'Remove {name} from the workspace?',
  'Leave team': 'Leave workspace',
  'This team needs an owner.': 'This workspace needs an owner.',
  'Only you can administer this team.': 'Only you can administer this workspace.',
  'Ask an administrator of the team.': 'Ask an administrator of the workspace.',
  'This member has left the team.': 'This member has left the workspace.',
} as const

export type HostedTexts = Readonly<Record<keyof typeof hostedEnUS, string>>
