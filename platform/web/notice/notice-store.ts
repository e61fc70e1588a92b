/** Notices that wait to be read, the newest first. One is shown at a time; each goes some seconds after it was shown. */

export type NoticeTone = 'success' | 'warning' | 'error' | 'info'

export interface Notice {
  /** the same text shows once; a new one of a key takes the place of the one before */
  readonly key: string
  readonly tone: NoticeTone
  readonly text: string
  readonly detail?: string
  /** what can be done about it */
  readonly act?: { readonly label: string; readonly run: () => void }
  readonly seconds: number
}
/** Something to read, kept in the bar at the foot until it is closed. */
export interface Reminder {
  readonly key: string
  readonly title: string
  readonly text: string | null
  readonly open: () => void
}

const keptMax = 5

function listStore<Item extends { readonly key: string }>() {
  let list: readonly Item[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Item[]): void => {
    list = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: (): readonly Item[] => list,
    show: (one: Item): void => set([one, ...list.filter(({ key }) => key !== one.key)].slice(0, keptMax)),
    close: (key: string): void => set(list.filter(one => one.key !== key)),
    clear: (): void => set([]),
  }
}

export const notices = listStore<Notice>()
export const reminders = listStore<Reminder>()
