import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstLoadSizes } from '../../scripts/bundle-size.ts'
import { serverModulesInBundle } from '../../scripts/laws.ts'

const dist = join(import.meta.dirname, '../../dist')
/** `npm test` builds the pages first; a run of single files may come before any build. */
const notBuilt = !existsSync(join(dist, 'web-modules.json')) || !existsSync(join(dist, 'web/.vite/manifest.json'))

test.skipIf(notBuilt)('the browser gets no server file', () => {
  const modules = JSON.parse(readFileSync(join(dist, 'web-modules.json'), 'utf8')) as string[]
  expect(modules).toContain('web/main.tsx')
  expect(serverModulesInBundle(modules)).toEqual([])
})

test.skipIf(notBuilt)('the gallery of controls is for development alone', () => {
  const modules = JSON.parse(readFileSync(join(dist, 'web-modules.json'), 'utf8')) as string[]
  expect(modules.filter(path => path.startsWith('platform/web/gallery/') || path.includes('/test/'))).toEqual([])
})

test.skipIf(notBuilt)('a first load is a few files, not one of each set of pages that share something', () => {
  for (const { name, files } of firstLoadSizes(join(dist, 'web'))) expect(files.length, name).toBeLessThanOrEqual(20)
})

test.skipIf(notBuilt)('a first load stays within its size', () => {
  const tooLarge = firstLoadSizes(join(dist, 'web')).filter(load => load.kilobytes > load.kilobytesMax)
  expect(tooLarge.map(({ name, kilobytes }) => `${name}: ${kilobytes} KB`)).toEqual([])
})
