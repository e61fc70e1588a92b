import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const packagesOf = (file: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, string>>

test('every dependency is explained in docs/dependencies.md, and nothing else is', () => {
  const used = ['package.json', 'client/package.json'].flatMap(file => {
    const { dependencies, devDependencies, optionalDependencies } = packagesOf(file)
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const items = (page.split('## Formats')[0] ?? '').replaceAll(/\n +/g, ' ').matchAll(/^- .+$/gm)
  // names in front of a licence or a colon, several of one reason with commas between
  const explained = [...items].flatMap(([item]) =>
    [...item.matchAll(/(?:^- |\. )((?:`[^`]+`(?:, )?)+)(?: \([\w.-]+\))?:/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    ),
  )
  expect(new Set(explained)).toEqual(new Set(used))
})

test('every version is exact', () => {
  const [ours, client] = [packagesOf('package.json'), packagesOf('client/package.json')]
  const all = [ours, client].flatMap(({ dependencies, devDependencies }) => Object.entries({ ...dependencies, ...devDependencies }))
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('the lock holds every platform package that a package names', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const names = new Set(Object.keys(packages).map(path => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages).flatMap(entry => Object.keys(entry.optionalDependencies ?? {}).filter(name => !names.has(name)))
  expect(missing).toEqual([])
})
