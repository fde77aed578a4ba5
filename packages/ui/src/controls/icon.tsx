import type { LucideIcon } from 'lucide-react'

export type IconType = LucideIcon

const sizes = {
  tiny: { pixels: 13, strokeWidth: 2 },
  small: { pixels: 15, strokeWidth: 2 },
  normal: { pixels: 18, strokeWidth: 1.75 },
  large: { pixels: 22, strokeWidth: 1.75 },
} as const

interface IconProps {
  icon: IconType
  size?: keyof typeof sizes
  className?: string
}

/**
 * A decorative icon without an accessible name. Its meaning is given by text or by the surrounding control.
 */
export function Icon({ icon: Drawing, size = 'normal', className = '' }: IconProps) {
  const { pixels, strokeWidth } = sizes[size]
  return (
    <Drawing aria-hidden size={pixels} strokeWidth={strokeWidth} className={`block shrink-0 ${className}`} />
  )
}
