/** Texts of the numbers about a conversation, and of the silence that the player skips. */
export const conversation = {
  'conversation.failed': 'No se puede leer la grabación, así que no hay datos de esta conversación.',
  'conversation.how': 'Cómo se calculan estos datos',
  'conversation.how-sentence':
    'Se miden en el audio, con una precisión de algunas décimas de segundo; la música en la línea puede contar como habla. Tiempo de habla relativo: la parte de todo lo hablado que corresponde a un participante. Monólogo más largo: con pausas de hasta 3 s, hasta que otro participante habla al menos 1 s. Interrupción: un participante empieza a hablar mientras habla otro, que deja de hablar en menos de 3 s. Pausa antes de responder: el silencio habitual antes de una respuesta. Silencio: ningún participante habla, también en espera y mientras la grabación está en pausa.',
  'conversation.interruptions': 'Interrupciones',
  'conversation.longest-monologue': 'Monólogo más largo',
  'conversation.longest-silence': 'Silencio más largo',
  'conversation.none': 'Ninguno',
  'conversation.reply-gap': 'Pausa antes de responder',
  'conversation.show': 'Mover la reproducción a {position}',
  'conversation.silence': 'Silencio',
  'conversation.talk-share': 'Tiempo de habla relativo',
  'conversation.talk-time': 'Tiempo de habla',
  'conversation.title': 'Conversación',
  'conversation.too-short': 'Se habla menos de 10 s, muy poco para tener datos de esta conversación.',
  'conversation.waiting': 'Se están calculando los datos de esta conversación. Aparecerán aquí.',
  'player.skip-silence': 'Omitir silencios',
  'player.skips-silence': 'Omitiendo silencios',
}
