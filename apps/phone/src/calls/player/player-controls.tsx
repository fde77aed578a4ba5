import { formatPosition, Icon, IconButton, Select } from '@parley/ui'
import { Download, Pause, Play, Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { jumpSeconds, type Playback, speeds } from './use-playback.ts'

interface PlayerControlsProps {
  playback: Playback
  lengthMs: number
  /** Undefined while it is loading. */
  url: string | undefined
  /** The name of a downloaded file. */
  filename: string
  /** Further actions. */
  children: ReactNode
}

/** The buttons below the tracks of a recording. */
export function PlayerControls({ playback, lengthMs, url, filename, children }: PlayerControlsProps) {
  const { t } = useLanguage()
  const { atMs, isPlaying, jump } = playback
  return (
    <div className="flex flex-wrap items-center gap-1.5 max-sm:gap-0">
      <IconButton icon={Undo2} label={t('player.back')} onClick={() => jump(-jumpSeconds)} />
      <button
        type="button"
        aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
        disabled={url === undefined}
        onClick={playback.toggle}
        className="grid size-10 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunken disabled:text-ink-soft"
      >
        <Icon icon={isPlaying ? Pause : Play} />
      </button>
      <IconButton icon={Redo2} label={t('player.forward')} onClick={() => jump(jumpSeconds)} />
      <span className="ml-2 max-sm:ml-0.5 flex-1 whitespace-nowrap tabular-nums">
        {formatPosition(atMs)}
        <span className="text-ink-soft max-sm:hidden"> / {formatPosition(lengthMs)}</span>
      </span>
      <div className="w-24 max-sm:w-17">
        <Select
          size="small"
          aria-label={t('player.speed')}
          value={playback.speed}
          onChange={playback.setSpeed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
        />
      </div>
      {url !== undefined && (
        <a
          href={`${url}&download=true&filename=${encodeURIComponent(filename.toWellFormed())}`}
          download
          aria-label={t('player.download')}
          title={t('player.download')}
          className="grid size-10 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink"
        >
          <Icon icon={Download} />
        </a>
      )}
      {children}
    </div>
  )
}
