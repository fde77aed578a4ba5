/** Texts of voicemail. */
export const voicemail = {
  'error.VOICEMAIL_ANSWERED_BEFORE':
    'This call was answered before and has returned to you, so voicemail cannot answer it.',
  'error.VOICEMAIL_FULL': 'There is no space for another message. The call still rings.',
  'error.VOICEMAIL_NOT_FOUND': 'This message does not exist any more.',
  'error.VOICEMAIL_OFF': 'Your voicemail is off. The call still rings.',
  'calls.filter-voicemail': 'Voicemail',
  'voicemail.close-player': 'Close the player of the message from {name}',
  'voicemail.dealt-with-by': 'dealt with by {name}',
  'voicemail.delete': 'Delete the message from {name}',
  'voicemail.delete-confirm': 'Delete message',
  'voicemail.delete-question': 'Delete the message from {name}?',
  'voicemail.delete-sentence': 'Its audio is deleted and cannot be restored. The call stays in the list.',
  'voicemail.deleted': 'The message was deleted.',
  'voicemail.for-own': 'for you',
  'voicemail.for-workspace': 'for the workspace',
  'voicemail.is-dealt-with': 'Dealt with',
  'voicemail.is-new': 'New',
  'voicemail.mark-dealt-with': 'Mark the message from {name} as dealt with',
  'voicemail.mark-new': 'Mark the message from {name} as new',
  'voicemail.none':
    'No messages. When you do not answer a call to your own number, the caller can leave one.',
  'voicemail.play': 'Play the message from {name}',
  'voicemail.setting': 'Voicemail answers calls that I do not answer',
  'voicemail.setting-hint': 'Calls to your own number, after {seconds} seconds or when you decline them.',
  'voicemail.title': 'Voicemail',
} as const
