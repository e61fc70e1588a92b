/** The page tells which build it is, as the server does (web-build.ts). */
import { afterEach, expect, test } from 'vitest'
import { newBuild, noteBuild, ownBuild } from './build.ts'

afterEach(() => {
  document.head.replaceChildren()
  newBuild.set(null)
})

test('a build is known by its entry, not by the file that runs ahead of it', () => {
  expect(ownBuild()).toBeNull()
  document.head.innerHTML =
    '<script type="module" async crossorigin src="/assets/ahead-1.js"></script><script type="module" crossorigin src="/assets/index-2.js"></script>'
  expect(ownBuild()).toBe('index-2.js')
  noteBuild('index-2.js')
  expect(newBuild.get()).toBeNull()
  noteBuild('index-3.js')
  expect(newBuild.get()).toBe('index-3.js')
})
