import type { EmailMessages } from './en-us.ts'

export const es419: EmailMessages = {
  'email-verification.subject': 'Verifica tu correo en {project}',
  'email-verification.heading': 'Verifica tu correo',
  'email-verification.body':
    'Esta dirección de correo se usó para una cuenta en {project}. Confirma que es tuya. El enlace se puede usar una vez durante una hora.',
  'email-verification.button': 'Verificar correo',
  'email-verification.ignore': 'Si no fuiste tú, ignora este correo. Nada cambia si no se abre el enlace.',

  'password-reset.subject': 'Restablece tu contraseña en {project}',
  'password-reset.heading': 'Restablece tu contraseña',
  'password-reset.body':
    'Se solicitó restablecer la contraseña de tu cuenta en {project}. El enlace se puede usar una vez durante una hora.',
  'password-reset.button': 'Elegir una contraseña',
  'password-reset.ignore': 'Si no fuiste tú, ignora este correo. Tu contraseña no cambia.',

  'magic-link.subject': 'Inicia sesión en {project}: tu código es {otp}',
  'magic-link.heading': 'Inicia sesión en {project}',
  'magic-link.body':
    'Abre el enlace en el navegador donde lo solicitaste. Se puede usar una vez durante diez minutos.',
  'magic-link.button': 'Iniciar sesión',
  'magic-link.or-code': 'O escribe este código donde lo solicitaste:',
  'magic-link.ignore': 'Si no lo solicitaste, ignora este correo y no compartas el código con nadie.',

  'team-invitation.subject': 'Invitación a {team}',
  'team-invitation.heading': 'Únete a {team}',
  'team-invitation.body':
    'Un miembro de {team} en {project} te invitó a unirte. El enlace se puede usar una vez durante siete días.',
  'team-invitation.button': 'Unirme al equipo',
  'team-invitation.ignore':
    'Si no conoces este equipo, ignora este correo. Nada cambia si no se abre el enlace.',
  'team-invitation.unnamed-subject': 'Invitación a un equipo en {project}',
  'team-invitation.unnamed-heading': 'Únete a un equipo',
  'team-invitation.unnamed-body':
    'Recibiste una invitación para unirte a un equipo en {project}. El enlace se puede usar una vez durante siete días.',
  'team-invitation.unnamed-ignore':
    'Si no esperabas esta invitación, ignora este correo. Nada cambia si no se abre el enlace.',
  'team-invitation.inviter-body':
    '{inviter} te invitó a unirte a {team} en {project}. El enlace se puede usar una vez durante siete días.',
  'team-invitation.workspace-body':
    'Un miembro del espacio de trabajo {team} en {project} te invitó a unirte. El enlace se puede usar una vez durante siete días.',
  'team-invitation.workspace-inviter-body':
    '{inviter} te invitó a unirte al espacio de trabajo {team} en {project}. El enlace se puede usar una vez durante siete días.',
  'team-invitation.workspace-button': 'Unirme al espacio de trabajo',
  'team-invitation.workspace-ignore':
    'Si no conoces este espacio de trabajo, ignora este correo. Nada cambia si no se abre el enlace.',
  'team-invitation.workspace-unnamed-subject': 'Invitación a un espacio de trabajo en {project}',
  'team-invitation.workspace-unnamed-heading': 'Únete a un espacio de trabajo',
  'team-invitation.workspace-unnamed-body':
    'Recibiste una invitación para unirte a un espacio de trabajo en {project}. El enlace se puede usar una vez durante siete días.',

  'sign-in-invitation.subject': 'Invitación a {project}',
  'sign-in-invitation.heading': 'Inicia sesión en {project}',
  'sign-in-invitation.body':
    '{team} te invitó a {project}. Abre el enlace para iniciar sesión o crea una cuenta con esta dirección de correo.',
  'sign-in-invitation.button': 'Ir a iniciar sesión',
  'sign-in-invitation.ignore': 'Si no lo esperabas, ignora este correo.',

  'address-unverified.subject': 'Inicia sesión en {project}: verifica primero tu correo',
  'address-unverified.heading': 'Verifica primero tu correo',
  'address-unverified.body':
    'Se solicitó un enlace para iniciar sesión en {project}, pero tu dirección de correo aún no está verificada, por eso no se envió ningún enlace. Abre el correo de verificación que llegó con el registro o inicia sesión con tu contraseña.',
  'address-unverified.ignore': 'Si no fuiste tú, ignora este correo. Nadie inició sesión.',

  'sign-in-changed.subject': '{heading} ({project})',
  'sign-in-changed.password-changed-heading': 'Se cambió tu contraseña',
  'sign-in-changed.passkey-added-heading': 'Se agregó una llave de acceso',
  'sign-in-changed.passkey-removed-heading': 'Se quitó tu llave de acceso',
  'sign-in-changed.second-factor-on-heading': 'Ahora se pide un segundo factor',
  'sign-in-changed.second-factor-off-heading': 'Se quitó el segundo factor',
  'sign-in-changed.recovery-code-used-heading': 'Se usó un código de recuperación',
  'sign-in-changed.recovery-codes-made-heading': 'Se generaron códigos de recuperación',
  'sign-in-changed.recovery-codes-replaced-heading': 'Se reemplazaron los códigos de recuperación',
  'sign-in-changed.provider-linked-heading': 'Se vinculó una cuenta',
  'sign-in-changed.provider-unlinked-heading': 'Se desvinculó una cuenta',
  'sign-in-changed.code-sign-in-on-heading': 'Se activó el inicio de sesión por correo',
  'sign-in-changed.code-sign-in-off-heading': 'Se desactivó el inicio de sesión por correo',
  'sign-in-changed.address-added-heading': 'Se agregó una dirección de correo',
  'sign-in-changed.address-removed-heading': 'Se quitó una dirección de correo',
  'sign-in-changed.primary-address-changed-heading': 'Se cambió tu dirección de correo principal',
  'sign-in-changed.password-changed': 'Se cambió la contraseña de tu cuenta en {project}.',
  'sign-in-changed.passkey-added': 'Se agregó una llave de acceso a tu cuenta en {project}.',
  'sign-in-changed.passkey-removed': 'Se quitó la llave de acceso de tu cuenta en {project}.',
  'sign-in-changed.second-factor-on': 'Tu cuenta en {project} ahora pide un segundo factor.',
  'sign-in-changed.second-factor-off': 'Tu cuenta en {project} ya no pide un segundo factor.',
  'sign-in-changed.recovery-code-used':
    'Se usó un código de recuperación para iniciar sesión en tu cuenta de {project}.',
  'sign-in-changed.recovery-codes-made': 'Se generaron códigos de recuperación para tu cuenta en {project}.',
  'sign-in-changed.recovery-codes-replaced':
    'Se generaron nuevos códigos de recuperación para tu cuenta en {project}. Los anteriores ya no funcionan.',
  'sign-in-changed.provider-linked': 'Se vinculó una cuenta de otro proveedor a tu cuenta en {project}.',
  'sign-in-changed.provider-unlinked':
    'Se desvinculó una cuenta de otro proveedor de tu cuenta en {project}.',
  'sign-in-changed.code-sign-in-on':
    'Ahora puedes iniciar sesión en tu cuenta de {project} con un código enviado por correo.',
  'sign-in-changed.code-sign-in-off':
    'Ya no puedes iniciar sesión en tu cuenta de {project} con un código enviado por correo.',
  'sign-in-changed.address-added': 'Se agregó una dirección de correo a tu cuenta en {project}.',
  'sign-in-changed.address-removed': 'Se quitó una dirección de correo de tu cuenta en {project}.',
  'sign-in-changed.primary-address-changed':
    'Se cambió la dirección de correo principal de tu cuenta en {project}.',
  'sign-in-changed.button': 'Cerrar todas las demás sesiones',
  'sign-in-changed.ignore':
    'Si no fuiste tú, restablece tu contraseña de inmediato y cierra todas las demás sesiones. Ciérralas también si otra persona pudo haber usado tu cuenta.',

  'missed-calls.subject': 'Llamada perdida de {caller}',
  'missed-calls.voicemail-subject': 'Mensaje de voz de {caller}',
  'missed-calls.many-subject': '{count} llamadas perdidas',
  'missed-calls.body': 'Llamadas en {workspace} que no se contestaron:',
  'missed-calls.unnamed-body': 'Llamadas que no se contestaron:',
  'missed-calls.withheld': 'Número oculto',
  'missed-calls.message': 'dejó un mensaje',
  'missed-calls.further': 'Y {count} más.',
  'missed-calls.button': 'Abrir en el teléfono',
  'missed-calls.settings':
    'En la configuración de tu teléfono eliges qué llamadas perdidas recibes por correo.',

  'call-summary.subject': 'Resumen de la llamada con {party}',
  'call-summary.body': 'Una llamada en {workspace} el {time}, duración {length}.',
  'call-summary.unnamed-body': 'Una llamada el {time}, duración {length}.',
  'call-summary.shared': '{name} te envía este resumen.',
  'call-summary.summary': 'Resumen',
  'call-summary.unsupported': 'ningún pasaje lo respalda',
  'call-summary.fields': 'Detalles',
  'call-summary.action-items': 'Tareas',
  'call-summary.yes': 'sí',
  'call-summary.no': 'no',
  'call-summary.button': 'Abrir la llamada',
  'call-summary.by-model':
    'Un modelo de lenguaje escribió esto a partir de la transcripción de la llamada. Puede contener errores.',

  'or-link': 'Si el botón no funciona, abre este enlace:',
  unsubscribe: 'Dejar de recibir correos como este',
}
