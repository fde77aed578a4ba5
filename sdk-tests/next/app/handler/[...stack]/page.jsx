import { StackHandler } from 'stack-client'
import { stackServerApp } from '../../../stack.jsx'

export default function Handler(props) {
  return <StackHandler fullPage app={stackServerApp} routeProps={props} />
}
