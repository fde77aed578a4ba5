import { cva } from 'class-variance-authority'

/** Button classes, shared by `Button` and `ButtonLink`. */
export const buttonStyles = cva(
  [
    'relative inline-flex items-center justify-center gap-2 rounded-control border font-medium no-underline',
    'transition-colors select-none',
    'aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-soft',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-soft',
  ],
  {
    variants: {
      variant: {
        primary:
          'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong active:bg-accent-strong',
        plain:
          'border-control-edge bg-raised text-ink hover:border-line-strong hover:bg-hover active:bg-fill',
        quiet: 'border-transparent bg-transparent text-accent hover:bg-hover active:bg-fill',
        danger:
          'border-control-edge bg-raised text-danger hover:border-line-strong hover:bg-hover active:bg-fill',
        destroy: 'border-danger-fill bg-danger-fill text-on-danger hover:brightness-95 active:brightness-90',
        call: 'border-positive-fill bg-positive-fill text-on-positive hover:brightness-95 active:brightness-90',
      },
      size: {
        small: 'hit-area min-h-8 gap-1.5 px-2.5 py-1 text-small',
        normal: 'min-h-10 px-3.5 py-1.5 text-body',
        large: 'min-h-12 px-4 py-2 text-control',
      },
      width: { content: '', full: 'w-full' },
    },
    defaultVariants: { variant: 'plain', size: 'normal', width: 'content' },
  },
)
