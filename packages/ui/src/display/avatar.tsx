/** Colour index of a call participant, in the order of joining. */
export type Voice = 1 | 2 | 3 | 4 | 5 | 6

/** Class that sets the colour of `text-voice`, `bg-voice` and `stroke-voice` for its content. */
export const voiceClass: Record<Voice, string> = {
  1: 'voice-1',
  2: 'voice-2',
  3: 'voice-3',
  4: 'voice-4',
  5: 'voice-5',
  6: 'voice-6',
}

/** Returns the colour of a participant by index from 0. The six colours repeat. */
export function getVoice(index: number): Voice {
  return ((index % 6) + 1) as Voice
}

const sizes = {
  small: 'size-7 text-key',
  normal: 'size-9 text-small',
  large: 'size-14 text-lead',
  huge: 'size-22 text-[1.75rem]',
}

interface AvatarProps {
  name: string
  size?: keyof typeof sizes
  /** Width and height in pixels, instead of `size`. */
  sizePx?: number
  /** The colour of a call participant. Grey if omitted. */
  voice?: Voice
  /** A picture instead of the initials. */
  imageUrl?: string | null
  className?: string
}

/** The picture or the initials of a name. Decorative: show the name beside it. */
export function Avatar({ name, size = 'normal', sizePx, voice, imageUrl, className = '' }: AvatarProps) {
  const sizeClass = sizePx === undefined ? sizes[size] : ''
  const style = sizePx === undefined ? undefined : { width: sizePx, height: sizePx, fontSize: sizePx * 0.4 }
  if (imageUrl)
    return (
      <img
        src={imageUrl}
        alt=""
        style={style}
        className={`inline-block shrink-0 rounded-full object-cover ${sizeClass} ${className}`}
      />
    )
  const background = voice
    ? `${voiceClass[voice]} text-voice bg-[color-mix(in_srgb,var(--voice)_9%,var(--surface))] shadow-[inset_0_0_0_1.5px_var(--voice)]`
    : 'bg-fill text-ink-soft'
  return (
    <span
      aria-hidden
      style={style}
      className={`inline-grid shrink-0 place-items-center rounded-full font-semibold tracking-[0.01em] ${sizeClass} ${background} ${className}`}
    >
      {getInitials(name)}
    </span>
  )
}

/**
 * Returns the first letters of the first and last word; `#` for names without letters, such as phone numbers.
 */
export function getInitials(name: string): string {
  const words = name.split(/[\s,]+/).filter((word) => /^\p{L}/u.test(word))
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase() || '#'
}
