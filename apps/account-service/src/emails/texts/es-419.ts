import type { EmailTexts } from './text.ts'

export const es419: EmailTexts = {
  verification: {
    subject: 'Verifica tu correo en {project}',
    heading: 'Verifica tu correo',
    body: 'Alguien, esperamos que tú, usó esta dirección para una cuenta en {project}. Confirma que es tuya. El enlace funciona una vez, durante una hora.',
    button: 'Verificar correo',
    ignore: 'Si no fuiste tú, ignora este correo. Sin el enlace no pasa nada.',
  },
  magicLink: {
    subject: 'Inicia sesión en {project}: tu código es {otp}',
    heading: 'Inicia sesión en {project}',
    body: 'Abre el enlace en el navegador donde quieres iniciar sesión. Funciona una vez, durante diez minutos.',
    button: 'Iniciar sesión',
    orCode: 'O escribe este código donde lo solicitaste:',
    ignore: 'Si no lo solicitaste, ignora este correo y no le des el código a nadie.',
  },
  orLink: 'Si el botón no funciona, abre esta dirección:',
}
