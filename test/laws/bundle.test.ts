import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildOf } from '#platform/server/http/web-build.ts'
import { filesOf, firstLoadSizes, firstLoads, type Manifest } from '../../scripts/bundle-size.ts'
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
  expect(modules.filter(path => path.startsWith('platform/web/gallery/') || path.startsWith('test/'))).toEqual([])
})

test.skipIf(notBuilt)('a first load is a few files, not one of each set of pages that share something', () => {
  for (const { name, files } of firstLoadSizes(join(dist, 'web'))) expect(files.length, name).toBeLessThanOrEqual(20)
})

test.skipIf(notBuilt)('a first load stays within its size', () => {
  const tooLarge = firstLoadSizes(join(dist, 'web')).filter(load => load.kilobytes > load.kilobytesMax)
  expect(tooLarge.map(({ name, kilobytes }) => `${name}: ${kilobytes} KB`)).toEqual([])
})

test.skipIf(notBuilt)('what the first screen needs begins at once, and what is called at once is compiled while it arrives', () => {
  const page = readFileSync(join(dist, 'web/index.html'), 'utf8')
  const ahead = /<script type="module" async[^>]* src="\/(assets\/ahead-[^"]+)">/.exec(page)?.[1] ?? ''
  // waits for no other file
  expect(readFileSync(join(dist, 'web', ahead), 'utf8')).not.toMatch(/(?:^|[;\n])import[\s{"']/)
  // and stands before all others, once
  expect(page.indexOf('/assets/')).toBe(page.indexOf(`/${ahead}`))
  expect(page.split(ahead)).toHaveLength(2)
  // its name carries a hash of everything: by the entry a build is known
  expect(buildOf(join(dist, 'web'))).toMatch(/^index-/)
  const manifest = JSON.parse(readFileSync(join(dist, 'web/.vite/manifest.json'), 'utf8')) as Manifest
  const home = firstLoads.filter(load => load.name === '首页').flatMap(load => filesOf(manifest, load))
  const hinted = home.filter(file => readFileSync(join(dist, 'web', file), 'utf8').includes('//# allFunctionsCalledOnLoad'))
  expect(hinted.map(file => /assets\/([a-z-]+)-/.exec(file)?.[1])).toEqual(
    expect.arrayContaining(['react', 'start-packages', 'shell-packages']),
  )
})
