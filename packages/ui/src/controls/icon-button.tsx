import { Tooltip } from '../overlays/tooltip.tsx'
import { PlainIconButton, type PlainIconButtonProps } from './plain-icon-button.tsx'

export type IconButtonProps = PlainIconButtonProps

/** A button with an icon only, whose label is shown as a tooltip. */
export function IconButton(props: IconButtonProps) {
  return (
    <Tooltip text={props.label}>
      <PlainIconButton {...props} />
    </Tooltip>
  )
}
