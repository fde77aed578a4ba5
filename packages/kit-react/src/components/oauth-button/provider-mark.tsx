import type { ReactNode } from 'react'

interface Mark {
  readonly viewBox: string
  readonly drawing: ReactNode
}

/**
 * The marks of the providers whose rules allow a drawing on a button of another design. The others show their
 * name only.
 */
const marks: Readonly<Record<string, Mark>> = {
  google: {
    viewBox: '0 0 24 24',
    drawing: (
      <>
        <path
          fill="#4285F4"
          d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1z"
        />
        <path
          fill="#34A853"
          d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
        />
        <path fill="#FBBC05" d="M5.84 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86l3.66-2.84z" />
        <path
          fill="#EA4335"
          d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1A11 11 0 0 0 2.18 7.07l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38z"
        />
      </>
    ),
  },
  github: {
    viewBox: '0 0 16 16',
    drawing: (
      <path
        fill="currentColor"
        d="M8 0c4.42 0 8 3.58 8 8a8.013 8.013 0 0 1-5.45 7.59c-.4.08-.55-.17-.55-.38 0-.27.01-1.13.01-2.2 0-.75-.25-1.23-.54-1.48 1.78-.2 3.65-.88 3.65-3.95 0-.88-.31-1.59-.82-2.15.08-.2.36-1.02-.08-2.12 0 0-.67-.22-2.2.82-.64-.18-1.32-.27-2-.27-.68 0-1.36.09-2 .27-1.53-1.03-2.2-.82-2.2-.82-.44 1.1-.16 1.92-.08 2.12-.51.56-.82 1.28-.82 2.15 0 3.06 1.86 3.75 3.64 3.95-.23.2-.44.55-.51 1.07-.46.21-1.61.55-2.33-.66-.15-.24-.6-.83-1.23-.82-.67.01-.27.38.01.53.34.19.73.9.82 1.13.16.45.68 1.31 2.69.94 0 .67.01 1.3.01 1.49 0 .21-.15.45-.55.38A7.995 7.995 0 0 1 0 8c0-4.42 3.58-8 8-8z"
      />
    ),
  },
  microsoft: {
    viewBox: '0 0 21 21',
    drawing: (
      <>
        <rect fill="#F25022" x="0" y="0" width="10" height="10" />
        <rect fill="#7FBA00" x="11" y="0" width="10" height="10" />
        <rect fill="#00A4EF" x="0" y="11" width="10" height="10" />
        <rect fill="#FFB900" x="11" y="11" width="10" height="10" />
      </>
    ),
  },
}

/** The provider's own mark, unchanged in shape and colours. Empty for other providers. */
export function ProviderMark({ provider }: { provider: string }) {
  const mark = Object.hasOwn(marks, provider) ? marks[provider] : undefined
  return mark ? (
    <svg aria-hidden viewBox={mark.viewBox} width={18} height={18} className="block shrink-0">
      {mark.drawing}
    </svg>
  ) : null
}
