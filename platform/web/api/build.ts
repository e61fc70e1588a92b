/**
 * Which build of the program runs here, and which the server serves now. The name of the entry script says it: it carries a hash of
 * everything it leads to. Every answer names the server's; without a build (development) there is none to compare.
 */
import { sessionStore } from './storage.ts'
import { watched } from './watched.ts'

export const buildHeader = 'x-build'
const reloadedForKey = 'build.reloadedFor'

/** Of this document; null where no built program runs. */
export function ownBuild(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
  return script?.src.split('/').at(-1) ?? null
}

/** The server's build, where it isn't the one that runs here. */
export const newBuild = watched<string | null>(null)

export function noteBuild(served: string | null): void {
  const own = ownBuild()
  if (served !== null && own !== null) newBuild.set(served === own ? null : served)
}

/** Whether this window may still reload by itself for a build (its own where a part of it can't be loaded): once each, or it would never end. */
export function mayReloadFor(build: string | null): boolean {
  const name = build ?? 'none'
  const before = (sessionStore.get(reloadedForKey) ?? '').split(' ')
  if (before.includes(name)) return false
  sessionStore.set(reloadedForKey, [...before.slice(-9), name].join(' ').trim())
  return true
}
