/** Texts of the numbers about a conversation, and of the silence that the player skips. */
export const conversation = {
  'conversation.failed': 'The recording cannot be read, so there are no numbers about this conversation.',
  'conversation.how': 'How these numbers are computed',
  'conversation.how-sentence':
    'They are measured in the audio, and are accurate to some tenths of a second; music on the line may count as talk. Talk share: the part of all talk that is from a participant. Longest monologue: with pauses of up to 3 s, until another participant talks for at least 1 s. Interruption: a participant begins to talk while another one talks, who stops within 3 s. Reply gap: the usual silence before a reply. Silence: no participant talks, also on hold and while the recording is paused.',
  'conversation.interruptions': 'Interruptions',
  'conversation.longest-monologue': 'Longest monologue',
  'conversation.longest-silence': 'Longest silence',
  'conversation.none': 'None',
  'conversation.reply-gap': 'Reply gap',
  'conversation.show': 'Move the player to {position}',
  'conversation.silence': 'Silence',
  'conversation.talk-share': 'Talk share',
  'conversation.talk-time': 'Talk time',
  'conversation.title': 'Conversation',
  'conversation.too-short':
    'The participants talk for less than 10 s, too little for numbers about this conversation.',
  'conversation.waiting': 'The numbers about this conversation are being computed. They will appear here.',
  'player.skip-silence': 'Skip silence',
  'player.skips-silence': 'Skipping silence',
} as const
