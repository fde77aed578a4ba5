import type { Messages } from '../en-US/index.ts'

export const webhooks = {
  'webhooks.add': 'Añadir webhook',
  'webhooks.url-wrong': 'Introduce una URL completa, sin nombre de usuario ni contraseña.',
  'webhooks.secret-confirm': 'He guardado el secreto',
  'webhooks.secret-confirm-first': 'Confirma primero que has guardado el secreto.',
  'webhook-problem.not-encrypted':
    'La URL empieza por http, que solo se permite en redes privadas. Introduce una que empiece por https.',
  'webhooks.url-hint': 'La de tu receptor. Empieza por https.',
  'webhooks.event-call.answered': 'Llamada respondida',
  'error.WEBHOOK_NOT_ENCRYPTED': 'La URL debe empezar por https.',
  'webhooks.state-failed': 'Ha fallado',
  'webhooks.disabled-administrator': 'Un administrador lo ha desactivado: {day}, {time}.',
  'webhooks.disabled-failing':
    'Parley lo ha desactivado: {day}, {time}. Durante cuatro días no se ha entregado nada. Los eventos en espera se enviarán cuando lo actives.',
  'webhooks.disabled-gone':
    'Parley lo ha desactivado: {day}, {time}. El receptor no quiere más eventos (410).',
  'webhooks.failing-since':
    'Sin entregas desde: {day}, {time}. Después de cuatro días, Parley desactiva el webhook.',
  'webhook-problem.timed-out': 'El receptor no ha respondido en 15 segundos.',
  'webhook-problem.redirected':
    'El receptor redirige a otra URL. Introduce esa: las redirecciones no se siguen.',
  'webhook-problem.rejected': 'El receptor ha respondido con un error.',
  'audit.action.webhook.created': 'Webhook añadido',
} satisfies Partial<Messages>
