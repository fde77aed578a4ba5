/** Creates the state of a node that is being stopped: it accepts no new calls, and its running calls continue. */
export function createDraining() {
  let hasStarted = false
  return {
    get hasStarted() {
      return hasStarted
    },
    /** Begins until the process ends. */
    start(): void {
      hasStarted = true
    },
  }
}
