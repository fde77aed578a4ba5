/** Texts of the numbers about a conversation, and of the silence that the player skips. */
export const conversation = {
  'conversation.failed':
    'Die Aufnahme lässt sich nicht lesen, deshalb gibt es keine Zahlen zu diesem Gespräch.',
  'conversation.how': 'So werden diese Zahlen berechnet',
  'conversation.how-sentence':
    'Sie werden im Ton gemessen und sind auf einige Zehntelsekunden genau; Musik in der Leitung kann als Sprechen zählen. Redeanteil: der Anteil einer Person an allem, was gesprochen wird. Längster Monolog: mit Pausen bis zu 3 s, bis eine andere Person mindestens 1 s spricht. Unterbrechung: Eine Person beginnt zu sprechen, während eine andere spricht, die innerhalb von 3 s aufhört. Antwortpause: die übliche Stille vor einer Antwort. Stille: Niemand spricht, auch beim Halten und während die Aufnahme angehalten ist.',
  'conversation.interruptions': 'Unterbrechungen',
  'conversation.longest-monologue': 'Längster Monolog',
  'conversation.longest-silence': 'Längste Stille',
  'conversation.none': 'Keine',
  'conversation.reply-gap': 'Antwortpause',
  'conversation.show': 'Wiedergabe auf {position} setzen',
  'conversation.silence': 'Stille',
  'conversation.talk-share': 'Redeanteil',
  'conversation.talk-time': 'Redezeit',
  'conversation.title': 'Gespräch',
  'conversation.too-short': 'Es wird weniger als 10 s gesprochen, zu wenig für Zahlen zu diesem Gespräch.',
  'conversation.waiting': 'Die Zahlen zu diesem Gespräch werden berechnet. Sie erscheinen hier.',
  'player.skip-silence': 'Stille überspringen',
  'player.skips-silence': 'Stille wird übersprungen',
}
