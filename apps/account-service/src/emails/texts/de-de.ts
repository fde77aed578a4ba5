import type { EmailTexts } from './text.ts'

export const deDe: EmailTexts = {
  verification: {
    subject: 'Bestätige deine E-Mail-Adresse bei {project}',
    heading: 'Bestätige deine E-Mail-Adresse',
    body: 'Jemand, hoffentlich du, hat diese Adresse für ein Konto bei {project} angegeben. Bestätige, dass sie dir gehört. Der Link gilt einmal und eine Stunde lang.',
    button: 'Adresse bestätigen',
    ignore: 'Warst du das nicht, ignoriere diese E-Mail. Ohne den Link geschieht nichts.',
  },
  magicLink: {
    subject: 'Anmelden bei {project}: dein Code ist {otp}',
    heading: 'Anmelden bei {project}',
    body: 'Öffne den Link in dem Browser, in dem du dich anmelden willst. Er gilt einmal und zehn Minuten lang.',
    button: 'Anmelden',
    orCode: 'Oder gib diesen Code dort ein, wo du ihn angefordert hast:',
    ignore: 'Hast du das nicht angefordert, ignoriere diese E-Mail und gib den Code niemandem.',
  },
  orLink: 'Falls die Schaltfläche nicht funktioniert, öffne diese Adresse:',
}
