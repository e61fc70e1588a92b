/**
 * Which build of the program runs here, and which the server serves now. The name of the entry script says it: it carries a hash of
 * everything it leads to. The one with `async` runs ahead of it and changes less often. Every answer names the server's; without a build
 * (development) there is none to compare.
 */
import { sessionStore } from './storage.ts'
import { observable } from './observable.ts'

export const buildHeader = 'x-build'
const reloadedForKey = 'build.reloadedFor'

/** Of this document; null where no built program runs. */
export function ownBuild(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]:not([async])')
  return script?.src.split('/').at(-1) ?? null
}

/** Another build than the one that runs here, which the server serves. */
export const newBuild = observable<string | null>(null)

export function noteBuild(served: string | null): void {
  const own = ownBuild()
  // servers of both builds may answer in turn for a while: once seen, it stays
  if (served !== null && own !== null && served !== own) newBuild.set(served)
}

/**
 * Whether this window may still reload by itself for a build (its own where a part of it can't be loaded): once each, or it would never
 * end.
 */
export function mayReloadFor(build: string | null): boolean {
  const name = build ?? 'none'
  const before = (sessionStore.get(reloadedForKey) ?? '').split(' ')
  if (before.includes(name)) return false
  sessionStore.set(reloadedForKey, [...before.slice(-9), name].join(' ').trim())
  return true
}
