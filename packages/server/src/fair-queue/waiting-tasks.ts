export interface Task {
  readonly size: number
  /** Whether it may start; otherwise those of other queues precede it. */
  readonly canStart: () => boolean
  readonly run: () => Promise<void>
  readonly reject: () => void
}

/**
 * Names of queues in queues, from the outermost: for example an owner and the network of a client. All paths that
 * begin alike have the same length.
 */
export type QueuePath = readonly [string, ...string[]]

/** The waiting tasks of named queues, each of which may consist of others. */
export interface WaitingTasks {
  /** The size of all tasks. */
  readonly totalSize: number
  add(path: QueuePath, task: Task): void
  /** Takes a task out of its queue. Returns whether it was waiting. */
  remove(path: QueuePath, task: Task): boolean
  /**
   * Takes the first task of the next queue of which it can start. The queue then comes after all others, as do the queues
   * in it.
   */
  takeNext(): Task | null
  /** Returns the tasks of an outermost queue. */
  list(name: string): readonly Task[]
  listQueues(): readonly string[]
  /**
   * Takes out the last task of a queue that would be larger than those of `path` beside it, also with another task of
   * a size there. The outermost queues are compared first. Returns null if there is none.
   */
  takeFromLarger(path: QueuePath, size: number): WaitingTask | null
}

export interface WaitingTask {
  readonly path: QueuePath
  readonly task: Task
}

/** A queue of queues, or of tasks. */
interface Branch {
  size: number
  readonly branches: Map<string, Branch>
  readonly tasks: WaitingTask[]
}

export function addSizes(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { size }) => sum + size, 0)
}

export function createWaitingTasks(): WaitingTasks {
  const root = createBranch()

  /** Returns the queues of a path, from the outermost. */
  const findBranches = (path: QueuePath): Branch[] => {
    const found = [root]
    for (const name of path) found.push(found.at(-1)?.branches.get(name) ?? createBranch())
    return found
  }
  const remove = (path: QueuePath, task: Task): boolean => {
    const branches = findBranches(path)
    const tasks = branches.at(-1)?.tasks ?? []
    const index = tasks.findIndex((waiting) => waiting.task === task)
    if (index < 0) return false
    tasks.splice(index, 1)
    for (const branch of branches) branch.size -= task.size
    for (const [depth, name] of [...path.entries()].reverse())
      if (isEmpty(branches[depth + 1])) branches[depth]?.branches.delete(name)
    return true
  }

  return {
    get totalSize() {
      return root.size
    },
    add(path, task) {
      const branches = findBranches(path)
      for (const branch of branches) branch.size += task.size
      for (const [depth, name] of path.entries()) {
        const inner = branches[depth + 1]
        if (inner) branches[depth]?.branches.set(name, inner)
      }
      branches.at(-1)?.tasks.push({ path, task })
    },
    remove,
    takeNext() {
      const next = findNext(root)
      if (!next) return null
      const branches = findBranches(next.path)
      for (const [depth, name] of next.path.entries()) {
        const [outer, inner] = branches.slice(depth)
        // Re-inserted at the end, behind all other queues.
        outer?.branches.delete(name)
        if (inner) outer?.branches.set(name, inner)
      }
      remove(next.path, next.task)
      return next.task
    },
    list: (name) => listTasks(root.branches.get(name)),
    listQueues: () => [...root.branches.keys()],
    takeFromLarger(path, size) {
      const last = findLastOfLarger(root, path, size)
      if (last) remove(last.path, last.task)
      return last
    },
  }
}

/** Returns the first task of a queue, or of the first queue in it, that can start. */
function findNext({ branches, tasks }: Branch): WaitingTask | null {
  for (const inner of branches.values()) {
    const next = findNext(inner)
    if (next) return next
  }
  const [first] = tasks
  return first?.task.canStart() ? first : null
}

/** Returns the last task of a queue that would be larger than those of `path` beside it. */
function findLastOfLarger(root: Branch, path: QueuePath, size: number): WaitingTask | null {
  let branch: Branch | undefined = root
  for (const name of path) {
    const own: Branch | undefined = branch.branches.get(name)
    const largest = findLargest(branch)
    if (largest && largest.size > (own?.size ?? 0) + size) return findLastTask(largest)
    if (!own) return null
    branch = own
  }
  return null
}

const createBranch = (): Branch => ({ size: 0, branches: new Map(), tasks: [] })

const isEmpty = (branch: Branch | undefined) => branch?.branches.size === 0 && branch.tasks.length === 0

function listTasks(branch: Branch | undefined): Task[] {
  if (!branch) return []
  return [...branch.tasks.map(({ task }) => task), ...[...branch.branches.values()].flatMap(listTasks)]
}

function findLargest({ branches }: Branch): Branch | null {
  let largest: Branch | null = null
  for (const branch of branches.values()) if (branch.size > (largest?.size ?? 0)) largest = branch
  return largest
}

/** Returns the last task of the largest queue in a queue. */
function findLastTask(branch: Branch): WaitingTask | null {
  const largest = findLargest(branch)
  return largest ? findLastTask(largest) : (branch.tasks.at(-1) ?? null)
}
