/**
 * A part of the program that comes when it is needed. React's own `lazy` shows the place's fallback even where the part has come already,
 * and a fallback that was shown is taken back after 300 ms at the earliest; a part that was asked for ahead and has come is drawn at once.
 */
import { lazy, useState, type ComponentType, type ReactNode } from 'react'
import { withReload } from './chunk-load.ts'

export interface LazyPart<Props extends object> {
  (props: Props): ReactNode
  /** Asks for it before it is drawn. Never rejects: what fails is told where the part is drawn. */
  readonly ahead: () => Promise<void>
}

export function lazyPart<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const fetchPart = async (): Promise<{ readonly default: ComponentType<Props> }> => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Waiting: ComponentType<Props> = lazy(withReload(fetchPart))
  function Part(props: Props) {
    // stays what it began as: another component would begin anew
    const [Shown] = useState(() => loaded ?? Waiting)
    return <Shown {...props} />
  }
  const ahead = async (): Promise<void> => {
    // fetched ahead of need: when it is shown it is fetched again, and that tells the error
    await fetchPart().catch(() => undefined)
  }
  return Object.assign(Part, { ahead })
}
