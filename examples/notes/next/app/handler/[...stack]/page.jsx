import { StackHandler } from '@parley/kit-next'

export default function Handler() {
  return <StackHandler />
}
