import type { EmailTexts } from './text.ts'

export const esEs: EmailTexts = {
  verification: {
    subject: 'Verifica tu correo electrónico en {project}',
    heading: 'Verifica tu correo electrónico',
    body: 'Alguien, esperamos que tú, ha usado esta dirección para una cuenta en {project}. Confirma que es tuya. El enlace funciona una sola vez, durante una hora.',
    button: 'Verificar correo',
    ignore: 'Si no has sido tú, ignora este correo. Sin el enlace no ocurre nada.',
  },
  magicLink: {
    subject: 'Inicia sesión en {project}: tu código es {otp}',
    heading: 'Inicia sesión en {project}',
    body: 'Abre el enlace en el navegador en el que quieras iniciar sesión. Funciona una sola vez, durante diez minutos.',
    button: 'Iniciar sesión',
    orCode: 'O introduce este código donde lo has pedido:',
    ignore: 'Si no lo has pedido, ignora este correo y no des el código a nadie.',
  },
  orLink: 'Si el botón no funciona, abre esta dirección:',
}
