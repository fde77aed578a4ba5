/** Texts of presence and of the user's settings. */
export const settings = {
  'presence.away': 'Away',
  'presence.do-not-disturb': 'Do not disturb',
  'presence.free': 'Free',
  'presence.in-call': 'In a call',

  'settings.presence': 'Show my presence to colleagues',
  'settings.presence-hint':
    'They see whether you are free, in a call or away. When this is off, they always see you as away.',
  'settings.presence-title': 'Presence',
  'settings.saved': 'Setting saved.',
  'settings.sentence': 'These settings apply in all your workspaces and on all your devices.',
  'settings.title': 'Phone settings',
} as const
